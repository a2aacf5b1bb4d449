import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
    await expect.poll(() => server.output()).toContain(`The disk of ${join(dataDir, 'postgres')} is low`);
    const headers = { authorization: `Bearer ${operatorToken}` };
    expect((await fetch(`${url}/operator/v1/tenants`, { headers })).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { disk: 'low' }]);

    await rm(filler);
    await expect.poll(() => send(3, 60_000)).toBe(200);
    await expect.poll(() => server.output()).toContain('has enough space again');
  });

  test('leaves sign-in and reading to the last byte, does not keep a server from stopping, and a start makes room for itself', async ({
    skip,
  }) => {
    const dataDir = await mountDisk(1024);
    if (dataDir === undefined) return skip('this user may mount no disk');
    const reserve = join(dataDir, 'postgres', 'reserve');
    const env = { SCOUT_SAMPLE: 'on', SCOUT_DISK_RESERVE_GB: '0.2' };
    await using server = await spawnServer({ dataDir, env });
    const url = await server.ready;
    const [, email, password] = /admin +(\S+) +password (\S+)/.exec(server.output())!;
    await expect.poll(() => existsSync(reserve), { timeout: 30_000 }).toBe(true);

    const fillers = [await fill(dataDir, 0)];
    await expect.poll(() => server.output()).toContain('Its reserve of 96 MiB was given up');
    expect(existsSync(reserve)).toBe(false);
    for (let time = 0; time < 20; time += 1) expect(await signIn(url, email!, password!)).toBe(200);
    fillers.push(await fill(dataDir, 0, 'filler again'));
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 });

    for (const filler of fillers) await rm(filler);
    await using second = await spawnServer({ dataDir, env });
    await second.ready;
    await expect.poll(() => existsSync(reserve), { timeout: 30_000 }).toBe(true);
    await second.end('SIGTERM');
    await fill(dataDir, 0);
    await using third = await spawnServer({ dataDir, env });
    expect(await signIn(await third.ready, email!, password!)).toBe(200);
    expect(existsSync(reserve)).toBe(false);
  });

  test('without a reserve is named at a start over existing data', async ({ skip }) => {
    const dataDir = await mountDisk(300);
    if (dataDir === undefined) return skip('this user may mount no disk');
    const env = { SCOUT_SAMPLE: 'off', SCOUT_DISK_RESERVE_GB: '0.01' };
    const server = await spawnServer({ dataDir, env });
    await server.ready;
    await server.end('SIGTERM');
    await fill(dataDir, 0);
    const { code, output } = await (await spawnServer({ dataDir, env })).ended;
    expect(output).toContain(`The disk of ${dataDir}`);
    expect(code).toBe(1);
  });

  test('that ends the database under a running server is named; once room was made it goes on with all that was acknowledged', async ({
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
    // On a full disk a new session may not begin: these are there before. With the reserve given up, it ends a second time.
    for (let file = 0; !server.output().includes('Trying again in'); file += 1) {
      await asOwner(dataDir, async (owner) => {
        fillers.push(await fill(dataDir, 0, `filler ${file}`));
        await writeUntilItEnds(owner);
      }).catch(() => pause(100));
    }
    expect(server.output()).toContain(`The disk of ${join(dataDir, 'postgres', 'data')} is full`);
    expect(server.process.exitCode).toBeNull();
    const url = await server.ready;
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);

    for (const filler of fillers) await rm(filler);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    await expect.poll(() => send(2, 60_000), { timeout: 60_000 }).toBe(200);
    const { rows } = await asOwner(dataDir, (owner) =>
      owner.query('SELECT count(*)::int AS n FROM scout.tenant_events'),
    );
    expect(rows).toEqual([{ n: 2 }]);
  });
});

/** Writes a file that leaves this much of the disk free. */
async function fill(folder: string, left: number, name = `filler-${left}`): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const filler = join(folder, name);
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
async function writeUntilItEnds(owner: pg.Client): Promise<never> {
  for (;;) {
    await owner.query(`SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`);
    await owner.query('SELECT pg_switch_wal()');
  }
}

/** @returns the status */
async function signIn(url: string, email: string, password: string): Promise<number> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  await response.arrayBuffer();
  return response.status;
}
