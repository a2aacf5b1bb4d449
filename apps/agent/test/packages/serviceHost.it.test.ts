import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasTool, leaveOut } from '../../../../scripts/testTools.mjs';
import {
  COMPILER,
  compileServiceHost,
  describeTools,
  readServiceHost,
  type ServiceHostRecord,
  serviceHostFiles,
  serviceHostFolder,
} from '../../packaging/serviceHost.ts';

const record = JSON.parse(
  await readFile(join(serviceHostFolder, serviceHostFiles.record), 'utf8'),
) as ServiceHostRecord;

it.skipIf(!hasTool(COMPILER))(
  'the source compiles to the committed service host, byte for byte',
  async (test) => {
    const compiled = await compileServiceHost();
    const tools = await describeTools();
    if (tools !== record.tools) {
      leaveOut(
        "comparing the committed Windows service host with one of this machine's compiler",
        `it was compiled by ${record.tools} and this machine has ${tools}`,
      );
      test.skip();
    }
    expect(compiled.equals(await readServiceHost())).toBe(true);
  },
);
