import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@scout/detection/simulation/random';
import { authSecret } from '@scout/testkit/authSecret';
import { expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../../../scripts/testLength.mjs';
import { openDatabase } from '../open.ts';
import { lockDataDirectory } from './lock.ts';
import { livePostmaster } from './postmaster.ts';
import { DataDirectory, isRunning, names, query } from './testing/support.ts';

const directory = new DataDirectory();

test.each(rotatingSeeds(1))(
  'killed at any moment, including the first start, it restarts and has all that it acknowledged (seed %i)',
  async (seed) => {
    const random = createRandom(String(seed));
    const acknowledged: string[] = [];
    let usual = 1000;
    const rounds = lengthOf(6, 30);
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      const server = directory.spawn(`round${round}`);
      if (round % 3 === 2) {
        // Every third reaches the storing step and is killed there.
        await server.hear(({ stored }) => stored !== undefined);
        usual = performance.now() - began;
        await delay(random() * 200);
      } else {
        // The others are killed earlier: in initdb, in the migrations, while stopping a leftover, while recovering.
        await Promise.race([delay(random() * usual), server.ended]);
      }
      await server.kill();
      expect(server.complaint()).toBe('');
      acknowledged.push(...server.heard.flatMap(({ stored }) => stored ?? []));
    }
    const kept = await names((await directory.start()).url);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((name) => !kept.includes(name))).toEqual([]);
    // At most one more per round: committed, and killed before reporting it.
    expect(kept.length).toBeLessThanOrEqual(acknowledged.length + rounds);
  },
);

test('after SIGKILL PostgreSQL keeps running alone, and the next start replaces it', async () => {
  const server = directory.spawn('killed');
  const { postmaster } = await server.hear((message) => message.ready === true);
  await server.kill();
  expect(isRunning(postmaster!)).toBe(true);
  const { cluster } = await directory.start();
  expect(isRunning(postmaster!)).toBe(false);
  expect(isRunning(cluster.pid)).toBe(true);
});

test('after PostgreSQL itself was killed it reports the exit, and the next start recovers', async () => {
  const { cluster, url, end } = await directory.start();
  await (await openDatabase(url, authSecret)).close();
  process.kill(cluster.pid, 'SIGKILL');
  await cluster.ended;
  await end();
  expect(await names((await directory.start()).url)).toEqual([]);
});

test('killed together with its PostgreSQL, it restarts at once', async () => {
  for (let round = 0; round < lengthOf(3, 10); round++) {
    const server = directory.spawn(`round${round}`);
    const { postmaster } = await server.hear((message) => message.ready === true);
    await server.hear(({ stored }) => stored !== undefined);
    process.kill(postmaster!, 'SIGKILL');
    await server.kill();
  }
  expect((await names((await directory.start()).url)).length).toBeGreaterThanOrEqual(lengthOf(3, 10));
});

test('a socket lock that names another process does not stop it', async () => {
  await (await directory.start()).end();
  // PostgreSQL checks only processes of its own user.
  const { uid, gid } = await stat(join(directory.path, 'postgres', 'data'));
  const bystander = spawn('/bin/sleep', ['1000'], { uid, gid, cwd: '/', stdio: 'ignore' });
  directory.later(() => bystander.kill());
  const lock = join(directory.path, 'postgres', 'socket', '.s.PGSQL.5432.lock');
  await writeFile(lock, `${bystander.pid}\n/somewhere/else\n1790000000\n5432\n`);
  await directory.start();
  expect(isRunning(bystander.pid!)).toBe(true);
});

test('Ctrl-C reaches only Scout, which can still store before it stops PostgreSQL', async () => {
  const server = directory.spawn('polite');
  await server.hear((message) => message.stored !== undefined);
  process.kill(-server.child.pid!, 'SIGINT');
  await server.hear((message) => message.stopped === true);
  await server.ended;
  expect(server.complaint()).toBe('');
  expect(server.child.exitCode).toBe(0);
  expect(await livePostmaster(join(directory.path, 'postgres', 'data'))).toBe('none');
  const stored = server.heard.flatMap(({ stored: name }) => name ?? []);
  expect((await names((await directory.start()).url)).sort()).toEqual(stored.sort());
});

test('a second server on the same data directory is refused with the name and address of the first', async () => {
  const server = directory.spawn('first');
  await server.hear((message) => message.ready === true);
  await expect(lockDataDirectory(directory.path)).rejects.toThrow(
    `A Scout server (process ${server.child.pid}, at http://127.0.0.1:8080) uses the data directory ${directory.path} ` +
      'already. Stop it first, or set SCOUT_DATA_DIR to another folder.',
  );
  const before = server.heard.length;
  await server.hear(() => server.heard.length > before);
});

test('a lock of a living process that does not hold it is taken over', async () => {
  await mkdir(directory.path);
  await writeFile(
    join(directory.path, 'server.json'),
    JSON.stringify({ pid: process.ppid, address: 'http://x' }),
  );
  await writeFile(join(directory.path, 'server.lock'), '');
  const lock = await lockDataDirectory(directory.path);
  expect(JSON.parse(await readFile(join(directory.path, 'server.json'), 'utf8'))).toEqual({
    pid: process.pid,
  });
  lock.release();
});

test('another process with the number in postmaster.pid is left alone', async () => {
  await (await directory.start()).end();
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  directory.later(() => bystander.kill());
  const data = join(directory.path, 'postgres', 'data');
  await writeFile(join(data, 'postmaster.pid'), `${bystander.pid}\n${data}\n1700000000\n5432\n\n\n\n`);
  expect(await livePostmaster(data)).toBe('stale');
  await directory.start();
  expect(isRunning(bystander.pid!)).toBe(true);
});

test('a half-made cluster is created again', async () => {
  const half = join(directory.path, 'postgres', 'making-x1y2z3');
  await mkdir(join(half, 'data', 'base'), { recursive: true });
  await writeFile(join(half, 'data', 'PG_VERSION'), '18\n');
  expect(await query((await directory.start()).url, 'SELECT 1')).toEqual([1]);
  expect(existsSync(half)).toBe(false);
});

test('nothing turns durability off: not its configuration, not the environment', async () => {
  await (await directory.start()).end();
  const data = join(directory.path, 'postgres', 'data');
  const off = 'fsync = off\nfull_page_writes = off\nsynchronous_commit = off\n';
  await appendFile(join(data, 'postgresql.conf'), off);
  await appendFile(join(data, 'postgresql.auto.conf'), off);
  Object.assign(process.env, { SCOUT_TEST_FAST: '1', PGOPTIONS: '-c synchronous_commit=off' });
  directory.later(() => {
    delete process.env.SCOUT_TEST_FAST;
    delete process.env.PGOPTIONS;
  });
  const { url } = await directory.start();
  delete process.env.PGOPTIONS;
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    expect(await query(url, `SHOW ${name}`), name).toEqual(['on']);
  }
});

test('settings of an administrator in postgresql.conf apply', async () => {
  await (await directory.start()).end();
  await appendFile(join(directory.path, 'postgres', 'data', 'postgresql.conf'), 'work_mem = 33MB\n');
  const { url } = await directory.start();
  expect(await query(url, 'SHOW work_mem')).toEqual(['33MB']);
});

test('a start that PostgreSQL refuses reports what PostgreSQL said, of this start only', async () => {
  await (await directory.start()).end();
  const configuration = join(directory.path, 'postgres', 'data', 'postgresql.conf');
  const good = await readFile(configuration, 'utf8');
  await writeFile(configuration, `${good}\nshared_bufers = 1GB\n`);
  const refusal = await directory.start().catch((error: Error) => error.message);
  expect(refusal).toContain('PostgreSQL did not start. It said:');
  expect(refusal).toContain('unrecognized configuration parameter "shared_bufers"');
  expect(refusal).not.toContain('ready to accept connections');
  await writeFile(configuration, good);
  expect(await query((await directory.start()).url, 'SELECT 1')).toEqual([1]);
});

test.skipIf(process.platform === 'win32')('no other machine reaches it: there is no port', async () => {
  const { url } = await directory.start();
  expect(await query(url, 'SHOW listen_addresses')).toEqual(['']);
});

test('passwords are required on the socket too, and only this user can read the owner’s', async () => {
  const { url } = await directory.start();
  const other = new URL(url);
  other.password = 'guess';
  await expect(query(other.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  const { mode } = await stat(join(directory.path, 'postgres.password'));
  expect(mode & 0o777).toBe(0o600);
});

test('a path too long for a socket still works', async () => {
  directory.path = join(directory.parent, 'a'.repeat(60), 'b'.repeat(60));
  const { url } = await directory.start();
  const socket = new URL(url).searchParams.get('host')!;
  directory.removeLater(socket);
  expect(socket).toMatch(/\/scout-[0-9a-f]{12}$/);
  expect(await query(url, 'SELECT 1')).toEqual([1]);
});

test('a lost password and data of another version are distinguished from a fault', async () => {
  await (await directory.start()).end();
  const data = join(directory.path, 'postgres', 'data');
  const password = join(directory.path, 'postgres.password');
  await rm(password);
  await expect(directory.start()).rejects.toThrow(`${password} is missing or empty`);
  await writeFile(password, 'some other');
  await writeFile(join(data, 'PG_VERSION'), '17\n');
  await expect(directory.start()).rejects.toThrow(`The data in ${data} was written by PostgreSQL 17`);
});
