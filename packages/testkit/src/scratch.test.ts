import { existsSync, mkdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createScratchFolder, mountOptions, scratchRoot } from './scratch.ts';

it('makes folders that other users can traverse, and removes those of finished runs', async () => {
  const first = await createScratchFolder();
  expect(statSync(first).mode & 0o777).toBe(0o711);
  // No process has this id: Linux ends at 2^22.
  const left = join(dirname(first), basename(first).replace(String(process.pid), '2147483646'));
  mkdirSync(join(left, 'data'), { recursive: true });
  const second = await createScratchFolder();
  expect([first, second, left].map((folder) => existsSync(folder))).toEqual([true, true, false]);
  for (const folder of [first, second]) await rm(folder, { recursive: true });
});

it('reads how an in-memory file system is mounted', () => {
  const mounts = [
    'tmpfs /dev/shm tmpfs rw,relatime 0 0',
    'shm /dev/shm tmpfs rw,nosuid,noexec,size=65536k 0 0',
    '/dev/vda / ext4 rw 0 0',
  ].join('\n');
  expect(mountOptions(mounts, '/dev/shm')).toEqual(['rw', 'nosuid', 'noexec', 'size=65536k']);
  expect(mountOptions(mounts, '/')).toBeUndefined();
});

it('decides once in a run where its folders are, says so, and obeys a setting', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const env: NodeJS.ProcessEnv = {};
  const root = scratchRoot(env);
  expect(env).toEqual({ SCOUT_TEST_SCRATCH: root });
  expect(said.mock.calls.flat()).toEqual([expect.stringContaining(`Test databases are in ${root}`)]);
  expect(scratchRoot(env)).toBe(root);
  expect(said).toHaveBeenCalledTimes(1);
  expect(scratchRoot({ SCOUT_TEST_SCRATCH: '/elsewhere' })).toBe('/elsewhere');
});
