import { randomBytes } from 'node:crypto';
import { spawnServer } from '@scout/testkit';
import { startThrowAwayCluster, type TestCluster, withDatabase } from '@scout/testkit/cluster';
import { freePort } from '@scout/testkit/freePort';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '../crypto/secretText.ts';
import { installedBinaries } from './embedded/binaries.ts';
import { sameEverywhere } from './embedded/options.ts';
import { loginNameOf } from './login.ts';

/** Two installations in one PostgreSQL cluster, which shares its roles among all databases. */
describe('two Scouts in one cluster', () => {
  let cluster: TestCluster;
  let admin: pg.Client;
  beforeAll(async () => {
    cluster = await startThrowAwayCluster(await installedBinaries(), sameEverywhere, 'admin');
    admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query(`CREATE ROLE manager LOGIN CREATEROLE PASSWORD 'first'`);
  });
  afterAll(async () => {
    await admin.end();
    await cluster.stop();
  });

  const ownedBy = (database: string, password = 'first') => {
    const url = new URL(withDatabase(cluster.url, database));
    url.username = 'manager';
    url.password = password;
    return url.href;
  };

  /** A server with its own database and secrets, and a call that reads as one of the server's roles. */
  async function install(database: string) {
    await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER manager`);
    const operatorToken = newSecret('operator');
    const env = {
      DATABASE_URL: ownedBy(database),
      SCOUT_AUTH_SECRET: randomBytes(32).toString('base64url'),
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SCOUT_METRICS_ADDRESS: `127.0.0.1:${await freePort()}`,
    };
    const server = await spawnServer({ env });
    const url = await server.ready;
    const headers = { authorization: `Bearer ${operatorToken}` };
    const call = async (path: string) => (await fetch(`${url}/operator/v1/${path}`, { headers })).status;
    const list = () => call('tenants');
    return { server, env, call, list };
  }

  /** Ends the sessions of the servers, so that each must sign in again. */
  const endSessions = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'scout\\_app%' AND pid <> pg_backend_pid()`,
    );

  /** A call may use a connection that was just terminated; a later one does not. */
  const answers = (list: () => Promise<number>) => expect.poll(list).toBe(200);

  test('have separate logins: neither start nor a new password of the owner stops the other', async () => {
    const one = await install('scout');
    await using _one = one.server;
    await answers(one.list);
    const two = await install('Scout, of the "second" department with a name as long as can be');
    await using _two = two.server;
    await endSessions();
    await answers(two.list);
    await answers(one.list);

    await admin.query(`ALTER ROLE manager PASSWORD 'second'`);
    await endSessions();
    await answers(one.list);
    await answers(two.list);
    // The next start sets the new password, and the login is unchanged.
    await one.server.end('SIGTERM');
    await using again = await spawnServer({ env: { ...one.env, DATABASE_URL: ownedBy('scout', 'second') } });
    expect((await fetch(`${await again.ready}/readyz`)).status).toBe(200);
    await admin.query(`ALTER ROLE manager PASSWORD 'first'`);
  });

  test('one reaches nothing of the other, once the public right to connect is revoked', async () => {
    const [first, second] = ['left', 'right'] as const;
    const left = await install(first);
    await using _left = left.server;
    const right = await install(second);
    await using _right = right.server;
    await admin.query(`REVOKE CONNECT ON DATABASE "${first}" FROM PUBLIC`);
    await admin.query(`ALTER ROLE ${loginNameOf(second)} PASSWORD 'known'`);
    const stranger = new URL(withDatabase(cluster.url, first));
    stranger.username = loginNameOf(second);
    stranger.password = 'known';
    const client = new pg.Client({ connectionString: stranger.href });
    await expect(client.connect()).rejects.toMatchObject({ code: '42501' });
    await endSessions();
    await answers(left.list);
    for (const path of ['status', 'usage']) expect(await left.call(path), path).toBe(200);
    const metrics = async () => (await fetch(`http://${left.env.SCOUT_METRICS_ADDRESS}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^scout_database_size_bytes \d+$/m);
  });

  test('where the login is gone and the owner may not make one, the start says what is missing', async () => {
    const one = await install('shared');
    await one.server.end('SIGTERM');
    await admin.query(`DROP OWNED BY ${loginNameOf('shared')}`);
    await admin.query(`REVOKE ALL ON DATABASE shared FROM ${loginNameOf('shared')}`);
    await admin.query(`DROP ROLE ${loginNameOf('shared')}`);
    await admin.query('ALTER ROLE manager NOCREATEROLE');
    const refused = await spawnServer({ env: one.env });
    expect((await refused.ended).output).toContain('The role in DATABASE_URL needs CREATEROLE');
    await admin.query('ALTER ROLE manager CREATEROLE');
  });
});
