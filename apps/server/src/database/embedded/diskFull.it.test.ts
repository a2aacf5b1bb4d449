import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnServer } from '@scout/testkit';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { newSecret } from '../../crypto/secretText.ts';
import { enrolSender } from '../testing/sender.ts';
import { isRoot } from './osUser.ts';
import { runningClusterUrl } from './running.ts';

const MEGABYTE = 1024 * 1024;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

/** Mounts a disk of this size; undefined without permission to mount. */
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
    // The first may be stored: the server looks at its disk from time to time.
    await expect.poll(() => send(2, 60_000)).toBe(503);
    const headers = { authorization: `Bearer ${operatorToken}` };
    expect((await fetch(`${url}/operator/v1/tenants`, { headers })).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { disk: 'low' }]);

    await rm(filler);
    await expect.poll(() => send(3, 60_000)).toBe(200);
  });

  test('that ends the database under a running server is named; a start after room was made has all that was acknowledged', async ({
    skip,
  }) => {
    const dataDir = await mountDisk(1024);
    if (dataDir === undefined) return skip('this user may mount no disk');
    const operatorToken = newSecret('operator');
    const env = { SCOUT_SAMPLE: 'off', SCOUT_OPERATOR_TOKEN: operatorToken, SCOUT_DISK_RESERVE_GB: '0.2' };
    await using server = await spawnServer({ dataDir, env });
    const { send } = await enrolSender(await server.ready, operatorToken);
    expect(await send(1, 60_000)).toBe(200);

    const fillers = [await fill(dataDir, 150 * MEGABYTE)];
    await expect.poll(() => send(2, 60_000)).toBe(503);
    fillers.push(await fill(dataDir, 0));
    await writeUntilItEnds(dataDir, server.ended);
    const { code, output } = await server.ended;
    expect(output).toContain(`The disk of ${join(dataDir, 'postgres', 'data')} is full`);
    expect(code).toBe(1);

    for (const filler of fillers) await rm(filler);
    await using again = await spawnServer({ dataDir, env });
    expect(await send(2, 60_000, await again.ready)).toBe(200);
    const { rows } = await asOwner(dataDir, (owner) =>
      owner.query('SELECT count(*)::int AS n FROM scout.tenant_events'),
    );
    expect(rows).toEqual([{ n: 2 }]);
  });
});

/** Writes a file that leaves this much of the disk free. */
async function fill(folder: string, left: number): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const filler = join(folder, `filler-${left}`);
  // The server writes meanwhile, and may take the last bytes itself.
  await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - left))).catch(
    (error: NodeJS.ErrnoException) => {
      if (left > 0 || error.code !== 'ENOSPC') throw error;
    },
  );
  return filler;
}

async function asOwner<T>(dataDir: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: await runningClusterUrl(dataDir) });
  owner.on('error', () => {});
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end().catch(() => {});
  }
}

/** Uses up the log preallocated by PostgreSQL, until there is no space for more. */
async function writeUntilItEnds(dataDir: string, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await asOwner(dataDir, async (owner) => {
      for (;;) {
        await owner.query(`SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`);
        await owner.query('SELECT pg_switch_wal()');
      }
    }).catch(() => pause(100));
  }
}
