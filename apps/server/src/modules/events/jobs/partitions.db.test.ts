import { randomUUID } from 'node:crypto';
import { createOrganization, seedCase, startServer, type TestServer } from '@scout/testkit';
import { seedAgent, seedTenant } from '@scout/testkit/seed';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { maintainPartitions, schedulePartitions } from './partitions.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const days = async () => {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'scout.tenant_events'::regclass ORDER BY 1`,
    ),
  );
  return rows.map(({ name }) => name);
};

/** `tenant_events_20261121` or any other name, matched by the date in it. */
const dateOf = (offsetDays: number) =>
  new Date(Date.now() + offsetDays * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
const has = (names: readonly string[], offsetDays: number) =>
  names.some((name) => name.replaceAll(/\D/g, '') === dateOf(offsetDays));

describe('maintainPartitions', () => {
  it('waits for a slow reader without delaying ingest, and drops what is due afterwards', async () => {
    const { tenantId, agentId } = await createOrganizationWithAgent();
    await server.database.asOwner((owner) =>
      owner.query(
        `CREATE TABLE scout.tenant_events_p20200101 PARTITION OF scout.tenant_events FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')`,
      ),
    );
    const reader = new pg.Client({ connectionString: server.database.ownerUrl });
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM scout.tenant_events LIMIT 1');
    let failed = 0;
    const pool = server.context.database;
    const database = {
      ...pool,
      withRole: ((actor, work) =>
        pool.withRole(actor, work).catch((error: unknown) => {
          failed += 1;
          throw error;
        })) as typeof pool.withRole,
    };
    const done = maintainPartitions({ ...server.context, database }, { tries: 100_000, everyMs: 10 });
    await expect.poll(() => failed).toBeGreaterThan(0);
    // Queued behind a job that waits for the reader, this would wait as well, and find the partition unchanged.
    await storeEvent(tenantId, agentId);
    expect(await days()).toContain('tenant_events_p20200101');
    await reader.query('COMMIT');
    await reader.end();
    await done;
    expect(await days()).not.toContain('tenant_events_p20200101');
  });

  async function createOrganizationWithAgent() {
    const { tenantId } = await seedTenant(server.database, fresh('Northwind'));
    return { tenantId, ...(await seedAgent(server.database, tenantId)) };
  }

  const storeEvent = (tenantId: string, agentId: string) =>
    server.database.withRole({ role: 'scout_ingest', tenantId }, (tx) =>
      tx
        .insertInto('tenant_events')
        .values({
          tenant_id: tenantId,
          agent_id: agentId,
          batch_id: randomUUID(),
          batch_index: 0,
          occurred_at: new Date(),
          event_type: 'WINDOWS_SECURITY_4625',
        })
        .execute(),
    );

  it('creates the days of the window and the coming ones, and may be repeated', async () => {
    await maintainPartitions(server.context);
    const made = await days();
    for (const offset of [-30, 0, 1, 2]) expect(has(made, offset), `day ${offset}`).toBe(true);
    await maintainPartitions(server.context);
    expect(await days()).toEqual(made);
  });

  it('deletes attempts that expired more than an hour ago, and no others', async () => {
    const { pool } = server.context.authStore;
    const hour = 3_600_000;
    await pool.query('INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, $2), ($3, 1, $4)', [
      ...['old', Date.now() - 2 * hour],
      ...['new', Date.now() + hour],
    ]);
    await maintainPartitions(server.context);
    const { rows } = await pool.query('SELECT key FROM rate_limits');
    expect(rows).toEqual([{ key: 'new' }]);
  });

  it('deletes cases and findings with their events, but no case with later work on it', async () => {
    const { tenantId } = await createOrganization(server, fresh('Northwind'));
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const sql = (text: string, values: unknown[] = []) =>
      server.database.asOwner((owner) => owner.query(text, [tenantId, ...values]));
    const seed = (account: string, lastSeen: Date) =>
      server.database.asOwner((owner) =>
        seedCase((text, values) => owner.query(text, values), tenantId, { account, lastSeen }),
      );
    for (const [account, days] of [
      ['svc.old', 400],
      ['svc.touched', 400],
      ['svc.commented', 400],
      ['svc.new', 3],
    ] as const)
      await seed(account, ago(days));
    await sql(
      `UPDATE scout.cases SET touched_at = CASE WHEN account = 'svc.touched' THEN $2::timestamptz END WHERE tenant_id = $1`,
      [new Date()],
    );
    await sql(`INSERT INTO scout.case_comments (tenant_id, comment_id, case_id, author, body)
      SELECT $1, gen_random_uuid(), case_id, 'ada', 'Asked Bo.' FROM scout.cases WHERE tenant_id = $1 AND account = 'svc.commented'`);
    await sql(
      `INSERT INTO scout.assessment_snapshots (tenant_id, hour, state) SELECT $1, hour, '' FROM unnest($2::timestamptz[]) AS hour`,
      [[ago(500), ago(400), ago(300), ago(1)]],
    );
    await maintainPartitions(server.context);
    const cases = await sql('SELECT account FROM scout.cases WHERE tenant_id = $1 ORDER BY account');
    expect(cases.rows).toEqual([{ account: 'svc.new' }, { account: 'svc.touched' }]);
    const found = await sql('SELECT DISTINCT account FROM scout.findings WHERE tenant_id = $1');
    expect(found.rows).toEqual([{ account: 'svc.new' }]);
    const { rowCount } = await sql('SELECT FROM scout.assessment_snapshots WHERE tenant_id = $1');
    expect(rowCount).toBe(3);
  });

  it('logs a failed round, and continues', async () => {
    const broken = {
      ...server.context,
      database: { ...server.database, withRole: () => Promise.reject(new Error('no connection')) },
    };
    await schedulePartitions(broken).stop();
    expect(server.logLines.join('')).toContain('partitions were not maintained');
  });
});
