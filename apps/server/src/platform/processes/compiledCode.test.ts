import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { keepCompiledCode } from './compiledCode.ts';

test('a thread keeps its compiled code in the data directory', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'scout-compiled-'));
  try {
    const env: NodeJS.ProcessEnv = {};
    keepCompiledCode(dataDir, env);
    const code = join(dataDir, 'thread.mjs');
    await writeFile(code, 'export const answer = () => 42;\n');
    const thread = new Worker(code, { env });
    expect(await once(thread, 'exit')).toEqual([0]);
    const [version] = await readdir(join(dataDir, 'compiled'));
    expect(await readdir(join(dataDir, 'compiled', version!))).not.toEqual([]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a folder that the environment names is used', () => {
  const env = { NODE_COMPILE_CACHE: '/srv/compiled' };
  keepCompiledCode('/srv/data', env);
  expect(env.NODE_COMPILE_CACHE).toBe('/srv/compiled');
});
