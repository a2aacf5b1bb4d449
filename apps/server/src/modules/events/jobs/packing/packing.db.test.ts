import { DAY } from '@scout/detection/time';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool } from '../../../../platform/database/pool.ts';
import { fresh } from '../../../../testing/fresh.ts';
import { awaitingPacking, packStep } from '../../../ingest/index.ts';
import { allReadPacked, NOTICES_CONNECTION } from '../../sql/readsPacked.ts';
import { listen } from '../../updates/listener.ts';
import { maintainPartitions } from '../partitions.ts';
import { schedulePacking } from './schedulePacking.ts';

let server: TestServer;
let bank: TestOrganization;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  bank = await createOrganization(server, fresh('Bank'));
  await add(bank, 300, 20);
});

const log = { warn: () => {}, info: () => {}, error: () => {} };

/** @param arrived of the batch, whose id tells it; by default unknown */
async function add(
  { tenantId }: TestOrganization,
  events: number,
  days: number,
  arrived?: number,
): Promise<void> {
  const batch =
    arrived === undefined
      ? '00000000-0000-4000-8000-000000000001'
      : `${arrived
          .toString(16)
          .padStart(12, '0')
          .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type)
       SELECT $1, date_trunc('day', $2::timestamptz, 'UTC') + n * interval '1 second', $4, n,
         '00000000-0000-4000-8000-0000000000a1', '4624' FROM generate_series(1, $3) n`,
      [tenantId, new Date(Date.now() - days * DAY), events, batch],
    ),
  );
}

async function stored({ tenantId }: TestOrganization): Promise<{ rows: number; packed: number }> {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query(
      `SELECT (SELECT count(*)::int FROM scout.tenant_events WHERE tenant_id = $1) AS rows,
         (SELECT coalesce(sum(n), 0)::int FROM scout.packed_events WHERE tenant_id = $1) AS packed`,
      [tenantId],
    ),
  );
  return rows[0];
}

const context = () => ({ pool: server.context.database.pool, clock: server.context.clock, log });

test('days that ended a week ago are packed; later ones and the sample are not', async () => {
  await add(bank, 300, 6);
  await add(bank, 1, 30);
  const sample = await createOrganization(server, fresh('Sample'));
  await add(sample, 300, 20);
  await server.database.asOwner((owner) =>
    owner.query('UPDATE scout.tenants SET is_sample = true WHERE tenant_id = $1', [sample.tenantId]),
  );
  const job = schedulePacking(context());
  await expect.poll(() => stored(bank)).toEqual({ rows: 300, packed: 301 });
  await job.stop();
  expect(await stored(sample)).toEqual({ rows: 300, packed: 0 });
  expect(await awaitingPacking(server.context.database.pool, Date.now())).not.toContain(sample.tenantId);
});

test('events that arrive for a packed day stay rows until the day after, and are packed beside the others', async () => {
  const first = schedulePacking(context());
  await expect.poll(() => stored(bank)).toEqual({ rows: 0, packed: 300 });
  await first.stop();
  const { pool } = server.context.database;
  const now = Date.now();
  await add(bank, 50, 20, now);
  const at = (time: number) =>
    packStep({ pool, clock: { ...server.context.clock, now: () => time } }, bank.tenantId);
  expect(await at(now)).toBe('done');
  expect(await at(now + DAY)).toBe('done');
  expect(await stored(bank)).toEqual({ rows: 50, packed: 300 });
  expect(await at(now + 2 * DAY)).toBe('more');
  expect(await stored(bank)).toEqual({ rows: 0, packed: 350 });
});

test('the indexes of a day that was packed give their space back, once no snapshot needs its rows', async () => {
  const day = new Date(Date.now() - 21 * DAY).toISOString().slice(0, 10);
  const part = `scout.tenant_events_p${day.replaceAll('-', '')}`;
  await server.database.asOwner((owner) =>
    owner.query('SELECT scout.ensure_partitions($1, $1, $2)', [day, new Date()]),
  );
  await add(bank, 4_000, 21);
  const sizes = async (of = part) =>
    (
      await server.database.asOwner((owner) =>
        owner.query(
          `SELECT pg_relation_size('${of}')::int AS heap, pg_indexes_size('${of}')::int AS indexes`,
        ),
      )
    ).rows[0] as { heap: number; indexes: number };
  const empty = new Date(Date.now() - 22 * DAY).toISOString().slice(0, 10);
  await server.database.asOwner((owner) =>
    owner.query('SELECT scout.ensure_partitions($1, $1, $2)', [empty, new Date()]),
  );
  const retain = () => maintainPartitions(server.context);
  const reader = new pg.Client({ connectionString: server.database.ownerUrl });
  await reader.connect();
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  const count = `SELECT count(*)::int AS n FROM scout.tenant_events WHERE tenant_id = '${bank.tenantId}'`;
  const before = (await reader.query(count)).rows;
  const job = schedulePacking(context());
  await expect.poll(() => stored(bank)).toEqual({ rows: 0, packed: 4_300 });
  await job.stop();
  await server.database.asOwner((owner) => owner.query(`VACUUM ${part}`));
  const shrunk = await server.context.database.withRole({ role: 'scout_operator' }, async (_tx, client) => {
    const { rows } = await client.query('SELECT scout.shrink_packed_partition($1) AS day', [new Date()]);
    return rows;
  });
  expect(shrunk).toEqual([{ day: null }]);
  expect((await sizes()).indexes).toBeGreaterThan(100_000);
  expect((await reader.query(count)).rows).toEqual(before);
  await reader.query('COMMIT');
  await reader.end();
  await server.database.asOwner((owner) => owner.query(`VACUUM ${part}`));
  await retain();
  const never = await sizes(`scout.tenant_events_p${empty.replaceAll('-', '')}`);
  expect(never.heap).toBe(0);
  expect(await sizes()).toEqual(never);
});

test('what was being packed when its connection broke stays as rows, and is packed later', async () => {
  const blocking = new pg.Client({ connectionString: server.database.ownerUrl });
  await blocking.connect();
  await blocking.query('BEGIN; LOCK TABLE scout.packed_events IN SHARE MODE');
  const pool = createPool(server.database.ownerUrl, { max: 1, applicationName: 'packs' });
  const broken = packStep({ pool, clock: server.context.clock }, bank.tenantId).catch(
    (error: Error) => error.message,
  );
  const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'packs' AND wait_event_type = 'Lock'`;
  // The rows are deleted by then, in the transaction that ends with the connection.
  await expect
    .poll(async () => (await server.database.asOwner((owner) => owner.query(waiting))).rowCount)
    .toBe(1);
  expect(await broken).toMatch(/terminat/);
  await blocking.query('ROLLBACK');
  await blocking.end();
  expect(await stored(bank)).toEqual({ rows: 300, packed: 0 });
  while ((await packStep({ pool, clock: server.context.clock }, bank.tenantId)) === 'more');
  expect(await stored(bank)).toEqual({ rows: 0, packed: 300 });
  await pool.end();
});

test('nothing is packed beside a server that does not read it', async () => {
  const former = new pg.Client({
    connectionString: server.database.ownerUrl,
    application_name: NOTICES_CONNECTION,
  });
  await former.connect();
  const { pool } = server.context.database;
  const own = await listen(server.database.ownerUrl, { log, onNotice: () => {}, onGap: () => {} });
  expect(await allReadPacked(pool)).toBe(false);
  const beside = schedulePacking(context());
  await expect.poll(() => former.query('SELECT 1').then(() => true)).toBe(true);
  await beside.stop();
  expect(await stored(bank)).toEqual({ rows: 300, packed: 0 });
  await former.end();
  await expect.poll(() => allReadPacked(pool)).toBe(true);
  const alone = schedulePacking(context());
  await expect.poll(() => stored(bank)).toEqual({ rows: 0, packed: 300 });
  await alone.stop();
  await own.close();
});
