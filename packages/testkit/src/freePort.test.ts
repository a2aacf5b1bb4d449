import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './freePort.ts';

const inAnotherProcess = (count: number): number[] => {
  const module = JSON.stringify(new URL('./freePort.ts', import.meta.url).href);
  // The same first port as here, as if the process had the same id.
  const script = `Object.defineProperty(process, 'pid', { value: ${process.pid} });
    const { freePort } = await import(${module});
    for (let index = 0; index < ${count}; index += 1) console.log(await freePort());`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
};

test('a port is given once, also by processes that look at the same ports', async () => {
  const here = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(here).size).toBe(50);
  const there = inAnotherProcess(60);
  expect(there).toHaveLength(60);
  expect(there.filter((port) => here.includes(port))).toEqual([]);
});

test('a server can listen on it, and again later', async () => {
  const port = await freePort();
  for (let time = 0; time < 2; time += 1) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  }
});
