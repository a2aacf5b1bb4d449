import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteBuild, readBuildState } from './buildState.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-build-state-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is idle when nothing was ever built, building during a build, and idle afterwards', async () => {
  expect(await readBuildState(join(folder, 'nothing'), Date.now())).toBe('idle');
  const during = await noteBuild(folder, () => readBuildState(folder, Date.now()));
  expect(during).toBe('building');
  expect(await readBuildState(folder, Date.now())).toBe('idle');
  expect(await readdir(folder)).toEqual([]);
});

it('stays failed until a build succeeds', async () => {
  const build = noteBuild(folder, () => Promise.reject(new Error('no network')));
  await expect(build).rejects.toThrow('no network');
  expect(await readBuildState(folder, Date.now())).toBe('failed');
  await noteBuild(folder, async () => {});
  expect(await readBuildState(folder, Date.now())).toBe('idle');
});

it('has failed when its process is gone or has been silent for hours', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const note = (of: number) =>
    writeFile(
      join(folder, 'build.json'),
      JSON.stringify({ state: 'building', pid: of, at: new Date().toISOString() }),
    );
  await note(pid);
  expect(await readBuildState(folder, Date.now())).toBe('failed');
  await note(process.pid);
  expect(await readBuildState(folder, Date.now())).toBe('building');
  expect(await readBuildState(folder, Date.now() + 2 * 3_600_000)).toBe('failed');
});
