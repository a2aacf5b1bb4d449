import { randomBytes, randomUUID } from 'node:crypto';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { seedAgent, seedTenant } from '@scout/testkit/seed';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { untilLocked } from './lockRetries.ts';
import type { Actor } from './pool.ts';

let db: TestDatabase;
let tenantId: string;
let agentId: string;
let ingest: Actor;
beforeEach(async () => {
  db = await createDatabase();
  ({ tenantId } = await seedTenant(db));
  ({ agentId } = await seedAgent(db, tenantId));
  ingest = { role: 'scout_ingest', tenantId };
});
afterEach(() => db.drop());

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** A UUID of version 7 made at that time. */
function batchIdOf(time: Date): string {
  const stamp = time.getTime().toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${randomUUID().slice(15)}`;
}

async function ensure(from: string, to: string, actor = ingest): Promise<number> {
  return await db.withRole(actor, async (_tx, client) => {
    const sql = 'SELECT scout.ensure_partitions($1, $2, $3) AS made';
    return (await client.query<{ made: number }>(sql, [from, to, new Date()])).rows[0]!.made;
  });
}

async function addEvent(occurredAt: Date, batchId = batchIdOf(new Date())): Promise<void> {
  const place = {
    tenant_id: tenantId,
    agent_id: agentId,
    batch_id: batchId,
    batch_index: 0,
    occurred_at: occurredAt,
  };
  await db.withRole(ingest, async (tx) => {
    await tx
      .insertInto('tenant_events')
      .values({ ...place, event_type: 'WINDOWS_SECURITY_4625' })
      .execute();
    await tx
      .insertInto('incidents')
      .values({
        ...place,
        rule: 'failed-logons',
        service_account: 'svc.billing',
        service_account_key: 'svc.billing',
      })
      .execute();
  });
}

/** One retention run: partitions dropped and single events deleted, in days. */
async function retain(days = 365): Promise<{ dropped: number; deleted: number }> {
  const call = (sql: string, value: unknown) =>
    db.withRole({ role: 'scout_operator' }, async (_tx, client) => {
      const { rows } = await client.query<{ n: string }>(`SELECT ${sql} AS n`, [value, new Date()]);
      return Number(rows[0]?.n);
    });
  const dropped = await call('scout.drop_expired_partitions($1, $2)', days);
  return { dropped, deleted: await call('(scout.delete_expired_rows($1, $2)).events', tenantId) };
}

/** Partitions that hold rows. On a node of Citus the name ends with a number. */
async function holders(table: string): Promise<string[]> {
  return await db.asOwner(async (client) => {
    const sql = String.raw`SELECT DISTINCT regexp_replace(tableoid::regclass::text, '_\d+$', '') AS name FROM scout.${table} ORDER BY 1`;
    return (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  });
}

const partition = (table: string, date: Date, length: 'day' | 'month') =>
  `scout.${table}_p${isoDay(date)
    .replaceAll('-', '')
    .slice(0, length === 'day' ? 8 : 6)}`;

test('missing days are created once, for events and bodies by day, for incidents and counts by month', async () => {
  const [from, to] = [daysAgo(100), daysAgo(98)];
  const made = await ensure(isoDay(from), isoDay(to));
  expect(made).toBeGreaterThanOrEqual(3 * 2 + 2);
  expect(await ensure(isoDay(from), isoDay(to))).toBe(0);
  await addEvent(from);
  expect(await holders('tenant_events')).toEqual([partition('tenant_events', from, 'day')]);
  expect(await holders('incidents')).toEqual([partition('incidents', from, 'month')]);
});

test('a partition begins and ends at midnight UTC', async () => {
  const day = isoDay(daysAgo(50));
  await ensure(day, day);
  await addEvent(new Date(`${day}T00:00:00.000Z`));
  await addEvent(new Date(`${day}T23:59:59.999Z`));
  expect(await holders('tenant_events')).toEqual([partition('tenant_events', new Date(day), 'day')]);
});

test('processes that miss the same day at once create it once and all continue', async () => {
  const day = isoDay(daysAgo(60));
  // As every caller does: a lock that is not free within a quarter of a second is asked for again.
  const process = () => untilLocked(() => ensure(day, day), { tries: 20, everyMs: 250 });
  const made = await Promise.all(Array.from({ length: 5 }, process));
  expect(made.filter((count) => count > 0)).toHaveLength(1);
});

test('an agent’s clock cannot create unlimited partitions', async () => {
  await ensure('1601-01-01', '9999-12-31');
  const { rows } = await db.asOwner((client) =>
    client.query(
      `SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'scout.tenant_events'::regclass`,
    ),
  );
  expect(rows[0].n).toBe(366 + 1 + 7 + 1);
});

test('events of a day without a partition go to DEFAULT, and creating that day later works', async () => {
  const day = daysAgo(70);
  await addEvent(day);
  expect(await holders('tenant_events')).toEqual(['scout.tenant_events_default']);
  await ensure(isoDay(day), isoDay(day));
  await addEvent(day);
  expect(await holders('tenant_events')).toEqual(['scout.tenant_events_default']);
});

test('retention drops whole days, keeps late arrivals equally long, and keeps each agent’s place in the ledger', async () => {
  const old = daysAgo(400);
  await db.asOwner((client) =>
    client.query(`CREATE TABLE scout.tenant_events_p20200101 PARTITION OF scout.tenant_events
      FOR VALUES FROM ('2020-01-01 00:00:00+00') TO ('2020-01-02 00:00:00+00')`),
  );
  await addEvent(new Date('2020-01-01T12:00:00Z'), batchIdOf(old));
  await addEvent(old, batchIdOf(old));
  await addEvent(old, batchIdOf(new Date()));
  await addEvent(new Date());
  for (const number of [1, 2]) {
    await db.withRole(ingest, (tx) =>
      tx
        .insertInto('batches')
        .values({
          tenant_id: tenantId,
          agent_id: agentId,
          batch_no: number,
          batch_id: batchIdOf(old),
          body_sha256: randomBytes(32),
          received_at: old,
          accepted: 0,
          rejected: 0,
        })
        .execute(),
    );
  }
  expect(await retain()).toEqual({ dropped: 1, deleted: 1 });
  expect(await holders('tenant_events')).toEqual([
    'scout.tenant_events_default',
    partition('tenant_events', new Date(), 'day'),
  ]);
  const left = await db.asOwner((client) => client.query('SELECT batch_no FROM scout.batches'));
  expect(left.rows).toEqual([{ batch_no: '2' }]);
  expect(await retain()).toEqual({ dropped: 0, deleted: 0 });
});

test.each(['batches', 'agent_gaps'])(
  'expired rows in %s are looked up, not found by a full scan',
  async (table) => {
    const plan = await db.asOwner(async (client) => {
      await client.query('SET enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN DELETE FROM scout.${table} WHERE received_at < now() - interval '365 days'`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain(`${table}_received_at`);
  },
);

test('a retention shorter than the dashboards’ window is refused', async () => {
  await expect(retain(30)).rejects.toThrow('Retention is at least 31 days');
});

test('members cannot touch partitions, and ingest cannot touch retention', async () => {
  const member: Actor = { role: 'scout_member', tenantId };
  const day = isoDay(new Date());
  await expect(ensure(day, day, member)).rejects.toMatchObject({ code: '42501' });
  const deletions = [
    'scout.drop_expired_partitions(365, now())',
    `scout.delete_expired_rows('${tenantId}', now())`,
    'scout.retention(now())',
    `scout.is_held('${tenantId}')`,
  ];
  for (const call of deletions) {
    await expect(db.withRole(ingest, (_tx, client) => client.query(`SELECT ${call}`))).rejects.toMatchObject({
      code: '42501',
    });
  }
});

test('only a sample organization can be removed, and then completely', async () => {
  const sample = await seedTenant(db, 'Alder Health', { isSample: true });
  await seedAgent(db, sample.tenantId);
  await db.asOwner((client) =>
    client.query(`UPDATE scout.enrolment_tokens SET label = 'sample fleet' WHERE tenant_id = $1`, [
      sample.tenantId,
    ]),
  );
  const remove = (id: string) =>
    db.withRole({ role: 'scout_operator' }, (_tx, client) =>
      client.query(`SELECT scout.remove_sample($1, 'sample fleet', '{WS-1042}', '{}', now())`, [id]),
    );
  await expect(remove(tenantId)).rejects.toThrow('Only a sample organization can be removed');
  await addEvent(new Date());
  await remove(sample.tenantId);
  const { rows } = await db.asOwner((client) =>
    client.query(`SELECT (SELECT count(*)::int FROM scout.tenants) AS tenants, (SELECT count(*)::int FROM scout.agents) AS agents,
      (SELECT count(*)::int FROM scout.tenant_events) AS events`),
  );
  expect(rows).toEqual([{ tenants: 1, agents: 1, events: 1 }]);
});
