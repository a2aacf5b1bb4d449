import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FilePosition } from '../../spool/position.ts';
import { continues, fingerprint, type OpenLog, openLog } from './openLog.ts';

let folder: string;
let path: string;
let log: OpenLog;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-log-'));
  path = join(folder, 'log');
  await writeFile(path, Array.from({ length: 300 }, (_, index) => `line ${index}\n`).join(''));
  log = (await openLog(path))!;
});
afterEach(async () => {
  await log.handle.close();
  await rm(folder, { recursive: true });
});

const position = async (offset: number, at: number): Promise<FilePosition> => ({
  kind: 'file',
  device: log.device,
  inode: log.inode,
  offset,
  fingerprint: await fingerprint(log, at),
});

describe('continues', () => {
  it('holds while a file only grows', async () => {
    const before = await position(1_700, 1_700);
    await writeFile(path, 'more', { flag: 'a' });
    expect(await continues(log, before)).toBe(true);
  });

  it('does not hold for a file that lost bytes read after the fingerprint was taken', async () => {
    const before = await position(1_700, 900);
    await truncate(path, 1_000);
    expect(await continues(log, before)).toBe(false);
  });

  it.each([3, 1_400])('sees a change of byte %d', async (at) => {
    const before = await position(1_700, 1_700);
    const content = Buffer.from(Array.from({ length: 300 }, (_, index) => `line ${index}\n`).join(''));
    content[at] = 0x58;
    await writeFile(path, content);
    expect(await continues(log, before)).toBe(false);
  });

  it('has nothing to compare where nothing was read', async () => {
    const before = await position(0, 0);
    await writeFile(path, '');
    expect(await continues(log, before)).toBe(true);
  });
});
