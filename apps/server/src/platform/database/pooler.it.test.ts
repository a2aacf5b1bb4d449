import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, spawnServer, type TestDatabase } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { createScratchFolder } from '@scout/testkit/scratch';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTool, hasTool } from '../../../../../scripts/testTools.mjs';
import { isRoot, unprivilegedUser } from './embedded/osUser.ts';

const program = findTool('pgbouncer') ?? '';

const sentence = 'DATABASE_URL leads to a pooler';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

describe.skipIf(!hasTool('pgbouncer'))('PgBouncer', () => {
  /** Starts a pooler in front of the database. */
  async function startPooler(settings: readonly string[]) {
    const folder = await createScratchFolder();
    const { host, port, user, password } = await database.asOwner(async (owner) => owner);
    const osUser = isRoot() ? unprivilegedUser() : undefined;
    const own = await freePort();
    const users = join(folder, 'users.txt');
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(users, `"${user}" "${password}"\n`);
    const lines = [
      '[databases]',
      `* = host=${host} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      ...settings,
    ];
    await writeFile(file, lines.join('\n'));
    await chmod(folder, 0o755);
    if (osUser) for (const path of [users, file]) await chown(path, osUser.uid, osUser.gid);
    const child = spawn(program, [file], { ...osUser, stdio: 'ignore' });
    const url = `postgresql://${user}:x@127.0.0.1:${own}/${new URL(database.ownerUrl).pathname.slice(1)}`;
    for (;;) {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      const isThere = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => {});
      if (isThere) break;
      await pause(50);
    }
    return {
      url,
      async [Symbol.asyncDispose]() {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      },
    };
  }

  test.each([
    [
      'that lends by the transaction',
      [
        'pool_mode = transaction',
        'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout',
      ],
    ],
    ['that refuses settings at the start of a connection', ['pool_mode = session']],
    [
      'that drops settings at the start of a connection',
      [
        'pool_mode = session',
        'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout',
      ],
    ],
  ])('%s is refused with one sentence at the start', async (_which, settings) => {
    await using pooler = await startPooler(settings);
    const server = await spawnServer({ env: { DATABASE_URL: pooler.url } });
    const { code, output } = await server.ended;
    expect(output).toContain(sentence);
    expect(output).not.toContain('    at ');
    expect(code).toBe(1);
  });
});
