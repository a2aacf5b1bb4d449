import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, createOrganization, startServer } from '@scout/testkit';
import { authSecret } from '@scout/testkit/authSecret';
import { dropOnNodes, joinNodes } from '@scout/testkit/citus';
import { withDatabase } from '@scout/testkit/cluster';
import { seedTenant } from '@scout/testkit/seed';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { run } from '../../../cli/run.ts';
import { ensureLogin, loginNameOf, loginUrl } from '../login.ts';
import { readMigrations } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { withRole } from '../pool.ts';
import { distributedTables } from './layout.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const nodeUrls = inject('nodeUrls')!;

async function scout(args: readonly string[], url: string, env: Record<string, string> = {}) {
  const ran = { out: '', error: '' };
  const code = await run(args, {
    env: { DATABASE_URL: url, SCOUT_AUTH_SECRET: authSecret, ...env },
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => '',
  });
  return { code, ...ran };
}

/** A migrated database of the cluster whose tables are all on the coordinator. */
async function undistributed(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  undo.push(() => dropOnNodes(nodeUrls, name));
  const url = await joinNodes(nodeUrls, name);
  await (await openDatabase(url, authSecret)).close();
  return url;
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Rows of the tables of events. */
async function stored(url: string): Promise<Record<string, number>> {
  return asOwner(url, async (client) => {
    const found: Record<string, number> = {};
    for (const table of distributedTables) {
      const { rows } = await client.query(`SELECT count(*)::int AS n FROM scout.${table}`);
      found[table] = rows[0].n;
    }
    return found;
  });
}

const insertEvents = (url: string, tenantId: string) =>
  asOwner(url, async (client) => {
    await client.query(
      `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type)
       SELECT $1, now() - n * interval '1 hour', gen_random_uuid(), n, gen_random_uuid(), 'WINDOWS_SECURITY_4625'
       FROM generate_series(1, 100) AS n`,
      [tenantId],
    );
    await client.query(
      `INSERT INTO scout.rollups (tenant_id, rule, dimension, bucket, key, n, label, first_at)
       SELECT $1, 'failed-logons', 'account', now(), 'svc.' || n, 1, 'svc.' || n, now() FROM generate_series(1, 10) AS n`,
      [tenantId],
    );
  });

test('stored events are distributed, are found by their organization alone, and the command says what was done', async () => {
  const url = await undistributed();
  const tenants = await asOwner(url, async (client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `INSERT INTO scout.tenants (company_name, company_key, created_at, updated_at)
       SELECT 'Bank ' || n, 'bank ' || n, now(), now() FROM generate_series(1, 3) AS n RETURNING tenant_id`,
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
  for (const tenantId of tenants) await insertEvents(url, tenantId);
  const before = await stored(url);
  expect(before).toMatchObject({ tenant_events: 300, rollups: 30 });

  const plan = await scout(['database', 'distribute', '--plan', '--json'], url);
  expect(plan).toMatchObject({ code: 0, error: '' });
  expect(JSON.parse(plan.out)).toMatchObject({
    state: 'to distribute',
    nodes: { length: nodeUrls.length - 1 },
  });
  const done = await scout(['database', 'distribute', '--shards', '4'], url);
  expect(done).toMatchObject({ code: 0, error: expect.stringContaining('Distributing tenant_events') });
  expect(await stored(url)).toEqual(before);
  const again = await scout(['database', 'distribute'], url);
  expect(again).toMatchObject({ code: 0, error: '', out: expect.stringContaining('already distributed') });

  const database = await openDatabase(url, authSecret);
  undo.push(() => database.close());
  const seenBy = (tenantId?: string) =>
    withRole(
      database.pool,
      { role: 'scout_member', ...(tenantId !== undefined && { tenantId }) },
      async (tx) =>
        (await tx.selectFrom('tenant_events').select('tenant_id').execute()).map(
          ({ tenant_id }) => tenant_id,
        ),
    );
  expect(await seenBy()).toEqual([]);
  expect(await seenBy(tenants[0])).toEqual(Array(100).fill(tenants[0]));
});

test('what was interrupted keeps servers off, and continues', async () => {
  const url = await undistributed();
  await asOwner(url, (client) =>
    client.query(
      `SET citus.enable_ddl_propagation = off; DROP POLICY account_owner_own ON scout.tenant_events;
       RESET citus.enable_ddl_propagation; SELECT create_distributed_table('scout.tenant_events', 'tenant_id', shard_count => 4)`,
    ),
  );
  await expect(openDatabase(url, authSecret)).rejects.toThrow('Run scout database distribute again');
  expect(await scout(['database', 'distribute'], url)).toMatchObject({ code: 0 });
  await (await openDatabase(url, authSecret)).close();
});

test('nothing is distributed while servers run, or without Citus', async () => {
  const url = await undistributed();
  const database = await openDatabase(url, authSecret);
  await database.pool.query('SELECT 1');
  const refused = await scout(['database', 'distribute', '--json'], url);
  expect(refused).toMatchObject({ code: 1, out: '', error: expect.stringContaining('Servers still run') });
  await database.close();
  await using plain = await createDatabase({ migrated: false });
  expect(await scout(['database', 'distribute'], plain.ownerUrl)).toMatchObject({
    code: 1,
    error: expect.stringContaining('does not have the extension Citus'),
  });
});

test('a migration changes distributed tables on all nodes, and what it makes stays on the coordinator', async () => {
  await using database = await createDatabase();
  const { tenantId } = await seedTenant(database);
  const sql = `
    CREATE TABLE scout.trials (tenant_id uuid PRIMARY KEY, made_at timestamptz NOT NULL);
    ALTER TABLE scout.trials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    ALTER TABLE scout.tenant_events ADD COLUMN trial text;
    CREATE INDEX tenant_events_trial ON scout.tenant_events (tenant_id, trial);
    CREATE POLICY alerts_read ON scout.tenant_events FOR SELECT TO scout_alerts
      USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
    GRANT SELECT (tenant_id, trial) ON scout.tenant_events TO scout_alerts`;
  const migrations = [
    ...(await readMigrations()),
    { name: '20991231T2359_trial.sql', sql, checksum: 'of the trial' },
  ];
  // Days later: partitions of the changed table are made, too.
  const clock = { now: () => Date.now() + 30 * 86_400_000 };
  const opened = await openDatabase(database.ownerUrl, authSecret, { migrations, clock });
  undo.push(() => opened.close());
  await insertEvents(database.ownerUrl, tenantId);
  const rows = await withRole(
    opened.pool,
    { role: 'scout_alerts', tenantId },
    async (_tx, client) => (await client.query('SELECT trial FROM scout.tenant_events')).rowCount,
  );
  expect(rows).toBe(100);
  await database.asOwner(async (client) => {
    const { rows: on } = await client.query<{ result: string }>(
      `SELECT result FROM run_command_on_workers($$ SELECT to_regclass('scout.trials') IS NOT NULL $$)`,
    );
    expect(new Set(on.map(({ result }) => result))).toEqual(new Set(['f']));
  });
});

test('a backup of a database at rest is restored into one that is not distributed, and the other way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scout-distributed-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'backup');
  await using server = await startServer();
  const { tenantId } = await createOrganization(server);
  const url = server.database.ownerUrl;
  await insertEvents(url, tenantId);
  const kept = await stored(url);
  // Its connections are the template's, by another name than a server's own.
  await asOwner(url, (client) => ensureLogin(client, url, authSecret));
  const data = { SCOUT_DATA_DIR: folder };
  const name = `test_${randomBytes(8).toString('hex')}`;
  const login = new pg.Client({
    connectionString: loginUrl(url, authSecret, loginNameOf(new URL(url).pathname.slice(1))),
  });
  await login.connect();
  expect(await scout(['backup', file, '--unencrypted'], url, data)).toMatchObject({
    code: 1,
    error: expect.stringContaining('servers run'),
  });
  await login.end();
  expect(await scout(['backup', file, '--unencrypted'], url, data)).toMatchObject({ code: 0 });

  await asOwner(nodeUrls[0], (client) => client.query(`CREATE DATABASE ${name}`));
  undo.push(() => asOwner(nodeUrls[0], (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  const plain = withDatabase(nodeUrls[0], name);
  expect(await scout(['restore', file], plain, { SCOUT_DATA_DIR: join(folder, 'plain') })).toMatchObject({
    code: 0,
  });
  expect(await stored(plain)).toEqual(kept);

  const cluster = `test_${randomBytes(8).toString('hex')}`;
  undo.push(() => dropOnNodes(nodeUrls, cluster));
  const joined = await joinNodes(nodeUrls, cluster);
  expect(await scout(['restore', file], joined, { SCOUT_DATA_DIR: join(folder, 'again') })).toMatchObject({
    code: 0,
  });
  expect(await scout(['database', 'distribute', '--shards', '4'], joined)).toMatchObject({ code: 0 });
  expect(await stored(joined)).toEqual(kept);
  expect(await scout(['restore', file], joined, { SCOUT_DATA_DIR: join(folder, 'more') })).toMatchObject({
    code: 1,
    error: expect.stringContaining('are distributed'),
  });
});
