import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '@scout/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { newSecret } from '../../crypto/secretText.ts';
import { enrolSender } from '../testing/sender.ts';
import { isRoot } from './osUser.ts';

const MEGABYTE = 1024 * 1024;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

/** A disk of this size; undefined where this user may mount none. */
async function mountDisk(megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-disk-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const options = `size=${megabytes}m,mode=711`;
  if (!isRoot() || spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder]).status !== 0)
    return undefined;
  await chmod(folder, 0o711);
  undo.push(() => spawnSync('umount', ['-l', folder]));
  return folder;
}

describe('a full disk', () => {
  test('is named as such at a start', async ({ skip }) => {
    const dataDir = await mountDisk(20);
    if (dataDir === undefined) return skip('this user may mount no disk');
    const server = await spawnServer({ dataDir });
    const { code, output } = await server.ended;
    expect(output).toContain(`The disk of ${dataDir} is full`);
    expect(code).toBe(1);
  });

  test('stops ingest first, while reads continue, and freeing space is enough', async ({ skip }) => {
    const dataDir = await mountDisk(1024);
    if (dataDir === undefined) return skip('this user may mount no disk');
    const operatorToken = newSecret('operator');
    const env = { SCOUT_SAMPLE: 'off', SCOUT_OPERATOR_TOKEN: operatorToken, SCOUT_DISK_RESERVE_GB: '0.2' };
    await using server = await spawnServer({ dataDir, env });
    const url = await server.ready;
    const { send } = await enrolSender(url, operatorToken);
    expect(await send(1, 60_000)).toBe(200);

    const { bavail, bsize } = await statfs(dataDir);
    const filler = join(dataDir, 'filler');
    await writeFile(filler, Buffer.alloc(bavail * bsize - 150 * MEGABYTE));
    await expect.poll(() => send(2, 60_000)).toBe(503);
    const headers = { authorization: `Bearer ${operatorToken}` };
    expect((await fetch(`${url}/operator/v1/tenants`, { headers })).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { disk: 'low' }]);

    await rm(filler);
    await expect.poll(() => send(2, 60_000)).toBe(200);
  });
});
