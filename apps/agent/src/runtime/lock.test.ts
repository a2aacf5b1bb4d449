import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lock, lockHolder } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('lock', () => {
  it('is held by one process at a time and can be taken again after release', async () => {
    const release = await lock(folder);
    expect(await lockHolder(folder)).toBe(process.pid);
    await expect(lock(folder)).rejects.toThrow(`another agent (process ${process.pid}) uses ${folder}`);
    await release();
    expect(await lockHolder(folder)).toBeNull();
    await (await lock(folder))();
  });

  it('of a process that is gone is taken over', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await writeFile(join(folder, 'lock'), JSON.stringify({ pid: child.pid, started: '1', nonce: '' }));
    await (await lock(folder))();
  });

  it('of an earlier process whose number is in use again is taken over', async () => {
    await writeFile(join(folder, 'lock'), JSON.stringify({ pid: process.pid, started: '0', nonce: '' }));
    const release = await lock(folder);
    expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8')).started).not.toBe('0');
    await release();
  });

  it('left half-written by a crash is taken over', async () => {
    await writeFile(join(folder, 'lock'), '{"pid":');
    await (await lock(folder))();
  });

  it('is taken by exactly one of many processes that find it stale', async () => {
    await writeFile(join(folder, 'lock'), JSON.stringify({ pid: process.pid, started: '0', nonce: '' }));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lock(folder)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
