import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('a member sees only the events of their own organization', () =>
  expectOwnRowsOnly(a, 'scout.tenant_events'));

test('querying another organization by id finds nothing', async () => {
  const { member } = a.northwind;
  const sql = 'SELECT FROM scout.tenant_events WHERE tenant_id = $1';
  expect(await run(a.db, member, sql, [a.alder.tenantId])).toBe(0);
  expect(await run(a.db, member, `${sql} OR true`, [a.alder.tenantId])).toBe(1);
});

test('the assessor reads only which account an event of its own organization names', async () => {
  const own = { role: 'scout_assessor', tenantId: a.northwind.tenantId } as const;
  const sql = 'SELECT target_user_name FROM scout.tenant_events WHERE tenant_id = $1';
  expect(await run(a.db, own, sql, [a.northwind.tenantId])).toBe(1);
  expect(await run(a.db, own, sql, [a.alder.tenantId])).toBe(0);
  for (const refused of [
    'SELECT process_information_command_line FROM scout.tenant_events',
    'DELETE FROM scout.tenant_events',
  ])
    await expect(run(a.db, own, refused), refused).rejects.toEqual(denied);
});

test('a member writes no events', async () => {
  for (const sql of [
    'INSERT INTO scout.tenant_events DEFAULT VALUES',
    `UPDATE scout.tenant_events SET event_type = 'x'`,
    'DELETE FROM scout.tenant_events',
  ]) {
    await expect(run(a.db, a.northwind.member, sql), sql).rejects.toEqual(denied);
  }
});

test('a partition does not bypass the policies of its table', async () => {
  const { rows } = await a.db.asOwner((client) =>
    client.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'scout.tenant_events'::regclass`,
    ),
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { name } of rows) {
    await expect(run(a.db, a.northwind.member, `SELECT FROM ${name}`), name).rejects.toEqual(denied);
    await expect(run(a.db, a.northwind.ingest, `INSERT INTO ${name} DEFAULT VALUES`), name).rejects.toEqual(
      denied,
    );
  }
});

test('ingest adds no event for another organization, neither by INSERT nor by COPY', async () => {
  const { ingest } = a.northwind;
  const columns = '(tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type)';
  const insert = `INSERT INTO scout.tenant_events ${columns} VALUES ($1, now(), $2, 0, $3, 'x')`;
  const { alder, northwind } = a;
  await expect(run(a.db, ingest, insert, [alder.tenantId, alder.batchId, alder.agentId])).rejects.toEqual(
    denied,
  );
  expect(await run(a.db, ingest, insert, [northwind.tenantId, northwind.batchId, northwind.agentId])).toBe(1);
  const copied = a.db.withRole(ingest, (_tx, client) =>
    // On Citus the nodes refuse what the coordinator has begun to take.
    pipeline(
      [`${alder.tenantId}\tnow\t${alder.batchId}\t1\t${alder.agentId}\tx\n`],
      client.query(copyFrom(`COPY scout.tenant_events ${columns} FROM STDIN`)),
    ),
  );
  await expect(copied).rejects.toThrow('COPY FROM not supported with row-level security');
});

test('ingest adds events and reads none', async () => {
  const { ingest } = a.northwind;
  for (const sql of [
    'SELECT count(*) FROM scout.tenant_events',
    'UPDATE scout.tenant_events SET event_id = 0',
    'DELETE FROM scout.tenant_events',
  ]) {
    await expect(run(a.db, ingest, sql), sql).rejects.toEqual(denied);
  }
});

test('operator and sign-in have no access', () =>
  expectClosed(a.db, 'scout.tenant_events', ['scout_operator', 'scout_auth']));

test('the policy uses the index: one tenant’s window is looked up, not filtered out of all', async () => {
  const plan = await a.db.withRole(a.northwind.member, async (_tx, client) => {
    await client.query('SET LOCAL enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM scout.tenant_events WHERE occurred_at >= now() - interval '1 hour' ORDER BY occurred_at DESC LIMIT 10`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index Cond: \(\(tenant_id = .*\) AND \(occurred_at >= /);
});
