import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../test/silentLog.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { FileSource } from '../sources/file/fileSource.ts';
import { Network } from '../transport/network.ts';
import { writeCredential } from './credential.ts';
import { Names } from './names.ts';
import { run } from './run.ts';

it('an agent without its server reports that it reads, never that the server answered', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scout-run-'));
  const file = join(folder, 'security.log');
  const serverUrl = 'http://127.0.0.1:1';
  await writeFile(file, '');
  await writeCredential(nodeFs, folder, {
    server: serverUrl,
    agent_id: '00000000-0000-4000-8000-000000000001',
    credential: 'scout_agent_x',
    first_batch: 1,
    enrolled_at: '2026-11-21T00:00:00.000Z',
  });
  const stop = new AbortController();
  let heard = 0;
  try {
    await run({
      folder,
      serverUrl,
      network: new Network(),
      token: null,
      host: 'WS-1042',
      sources: [new FileSource(file)],
      names: new Names(),
      once: false,
      spoolLimitBytes: 2 ** 20,
      heartbeatMs: 10,
      auditMs: 60_000,
      heard: () => {
        heard += 1;
      },
      reading: () => stop.abort(),
      timeoutMs: 1_000,
      patienceMs: null,
      log: silentLog(),
      stop: stop.signal,
    });
    expect(stop.signal.aborted).toBe(true);
    expect(heard).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
