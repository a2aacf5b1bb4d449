import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { leaveOut } from '../../../../../../scripts/testTools.mjs';
import { canRun, isRoot, osUserOf, unprivilegedUser } from './osUser.ts';
import { placeOf } from './place.ts';
import { DataDirectory, names, query } from './testing/support.ts';

const directory = new DataDirectory();
const user = isRoot() ? unprivilegedUser() : { uid: 0, gid: 0 };
const userHasNode = isRoot() && canRun(process.execPath, user);

if (!isRoot()) leaveOut('the embedded database started by root', 'the tests do not run as root');

describe.skipIf(!isRoot())('started by root', () => {
  test('PostgreSQL runs as another OS user, who owns only the data', async () => {
    const { cluster } = await directory.start();
    const status = await readFile(`/proc/${cluster.pid}/status`, 'utf8');
    expect(Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])).toBe(user.uid);
    // Other services also run as nobody, and could access the data.
    expect(user.uid).not.toBe(osUserOf('nobody')?.uid);
    expect((await stat(join(directory.path, 'postgres', 'data'))).uid).toBe(user.uid);
  });

  test('a data directory that blocks traversal is opened for it, and keeps its secrets', async () => {
    await mkdir(directory.path, { mode: 0o700 });
    await directory.start();
    expect((await stat(directory.path)).mode & 0o777).toBe(0o711);
    expect(existsSync(join(directory.path, 'postgres', 'data'))).toBe(true);
    for (const name of ['postgres.password', 'server.json', 'server.lock']) {
      expect((await stat(join(directory.path, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  test('in a folder closed to that user it moves out, says where, and stays there', async () => {
    await chmod(directory.parent, 0o700);
    const first = await directory.start();
    await query(first.url, 'CREATE TABLE public.kept ()');
    const note = await readFile(join(directory.path, 'postgres-location.txt'), 'utf8');
    const place = note.split('\n')[0]!;
    directory.removeLater(place);
    expect(place).toMatch(/^\/var\/lib\/scout-[0-9a-f]{12}$/);
    expect(existsSync(join(place, 'data', 'PG_VERSION'))).toBe(true);
    await first.end();
    // Opened later, the inner directory would be accessible; the data is elsewhere already.
    await chmod(directory.parent, 0o755);
    expect(await query((await directory.start()).url, `SELECT to_regclass('public.kept')::text`)).toEqual([
      'kept',
    ]);
  });

  test.skipIf(!userHasNode)('a cluster of an ordinary user stays with that user', async () => {
    await chown(directory.parent, user.uid, user.gid);
    const server = directory.spawn('user', user);
    const { stored } = await server.hear((message) => message.stored !== undefined);
    process.kill(server.child.pid!, 'SIGINT');
    await server.ended;
    expect(server.complaint()).toBe('');
    const place = await placeOf(directory.path);
    expect(place).toMatchObject({ base: join(directory.path, 'postgres'), osUser: { uid: user.uid } });
    expect(await names((await directory.start()).url)).toContain(stored);
  });

  test.skipIf(!userHasNode)('a cluster of root tells an ordinary user who made it', async () => {
    await (await directory.start()).end();
    await chown(directory.path, user.uid, user.gid);
    for (const name of ['server.lock', 'server.json'])
      await chown(join(directory.path, name), user.uid, user.gid);
    const server = directory.spawn('user', user);
    await server.ended;
    expect(server.complaint()).toContain('was made when Scout ran as root. Start Scout as that user again');
  });
});
