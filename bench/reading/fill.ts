import type pg from 'pg';
import { fillBodies } from './fillBodies.ts';
import { fillCases } from './fillCases.ts';

export const TENANT = '00000000-0000-4000-8000-000000000001';
export const AGENT = '00000000-0000-4000-8000-0000000000a1';
/** Events of a batch, as agents send them. */
const BATCH = 1_000;

/** Amounts with which a database is filled. */
export interface Filling {
  readonly events: number;
  readonly accounts: number;
  /** Epoch milliseconds; events end a minute before. */
  readonly now: number;
}

/** Rules with the events that they find, and the columns that their rollups count. */
const RULES = [
  {
    rule: 'failed-logons',
    found: `event_type = 'WINDOWS_SECURITY_4625'`,
    names: { account: 'service_account_key', server: 'server_key', user: 'subject_user_key' },
  },
  {
    rule: 'service-account-activity',
    found: `event_type = 'WINDOWS_SECURITY_4648' AND batch_index % 4 = 0`,
    names: { account: 'service_account_key', host: 'computer_key', user: 'subject_user_key' },
  },
  {
    rule: 'interactive-logons',
    found: `event_type = 'WINDOWS_SECURITY_4624' AND batch_index % 100 IN (11, 41, 71)`,
    names: { account: 'service_account_key', host: 'computer_key', user: 'subject_user_key' },
  },
] as const;
const PAIRS = {
  reason: 'lower(failure_reason)',
  source: 'lower(source_hosts[1])',
  server: 'server_key',
} as const;
/** Written without a log, and indexed at the end: a fill that was interrupted begins anew. */
const LARGE = ['tenant_events', 'incidents', 'rollups', 'batch_bodies'];

/**
 * Fills an empty database with events of one organization over thirty days, of as many accounts, a few of which are frequent, and with
 * what ingest and the assessor derive from them. Up to millions of events nearly each failed logon is alone in a quarter hour of its
 * account.
 */
export async function fill(owner: pg.Client, filling: Filling): Promise<void> {
  const now = new Date(filling.now);
  await owner.query(
    `INSERT INTO scout.tenants (tenant_id, company_name, company_key, is_subscribed, created_at, updated_at)
     VALUES ('${TENANT}', 'B', 'b', true, $1, $1)`,
    [now],
  );
  await owner.query(
    `INSERT INTO scout.agents (tenant_id, agent_id, machine_id, host, platform, version, credential_hash, enrolled_at, credential_issued_at,
       events_accepted)
     VALUES ('${TENANT}', '${AGENT}', 'm', 'WS', 'windows', '0.1.0', decode(repeat('ab', 32), 'hex'), $1, $1, $2)`,
    [now, filling.events],
  );
  await owner.query(
    `SELECT scout.ensure_partitions(day - 32, day + 3, $1) FROM (SELECT $1::timestamptz::date AS day) AS today`,
    [now],
  );
  await owner.query(
    `SET work_mem = '1GB'; SET maintenance_work_mem = '1GB'; SET max_parallel_workers_per_gather = 0`,
  );
  await owner.query('SELECT setseed(0.5)');
  const indexes = await withoutIndexes(owner);
  await addEvents(owner, filling);
  for (const { rule, found, names } of RULES) {
    await addIncidents(owner, rule, found);
    for (const [dimension, key] of Object.entries(names))
      await addRollups(owner, rule, dimension, '15 minutes', key);
  }
  for (const [pair, value] of Object.entries(PAIRS)) {
    await addRollups(owner, 'failed-logons', `account-${pair}`, '15 minutes', 'service_account_key', value);
    await addRollups(owner, 'failed-logons', `account-${pair}-day`, '1 day', 'service_account_key', value);
  }
  await owner.query(
    `INSERT INTO scout.event_counts (tenant_id, hour, type_key, event_type, n)
     SELECT tenant_id, date_trunc('hour', occurred_at, 'UTC'), event_type, event_type, count(*)
     FROM scout.tenant_events GROUP BY 1, 2, 3, 4`,
  );
  for (const index of indexes) await owner.query(index);
  await fillCases(owner, filling);
  await fillBodies(owner, filling);
  await owner.query('RESET work_mem; RESET maintenance_work_mem; RESET max_parallel_workers_per_gather');
  await owner.query('VACUUM ANALYZE');
}

/** Removes the indexes of the large tables; returns the statements that make them again. */
async function withoutIndexes(owner: pg.Client): Promise<string[]> {
  await owner.query(
    `DO $$ DECLARE part regclass; BEGIN
       FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = ANY ('{${LARGE.map((table) => `scout.${table}`)}}'::regclass[])
       LOOP EXECUTE format('ALTER TABLE %s SET UNLOGGED', part); END LOOP;
     END $$`,
  );
  const { rows } = await owner.query<{ remove: string; make: string }>(
    `SELECT coalesce('ALTER TABLE ' || i.indrelid::regclass || ' DROP CONSTRAINT ' || c.conname, 'DROP INDEX ' || i.indexrelid::regclass) AS remove,
       coalesce('ALTER TABLE ' || i.indrelid::regclass || ' ADD CONSTRAINT ' || c.conname || ' ' || pg_get_constraintdef(c.oid),
         replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')) AS make
     FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
     WHERE i.indrelid = ANY ('{${LARGE.map((table) => `scout.${table}`)}}'::regclass[])`,
  );
  for (const { remove } of rows) await owner.query(remove);
  return rows.map(({ make }) => make);
}

async function addEvents(owner: pg.Client, { events, accounts, now }: Filling): Promise<void> {
  const seconds = (30 * 86_400) / events;
  const timeOf = (event: string) =>
    `$1::timestamptz - interval '1 minute' - (${events - 1} - ${event}) * ${seconds} * interval '1 second'`;
  // A batch's id begins with its time, as in ingest.
  await owner.query(
    `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, event_id,
       target_user_name, subject_user_name, system_context_computer_name, source_host, failure_reason, logon_type)
     SELECT '${TENANT}', date_trunc('milliseconds', at), ('0' || to_hex((extract(epoch FROM begun) * 1000)::bigint)
         || '70008' || lpad(to_hex(g / ${BATCH}), 15, '0'))::uuid, g % ${BATCH},
       '${AGENT}', 'WINDOWS_SECURITY_' || id, id, 'svc.app' || a, 'user' || (g / 7 % 500), 'PRD-SQL' || ((a + g % 2) % 97),
       'WS-' || (a * 3 + g % 3), CASE id WHEN 4625 THEN 'reason ' || (g / 5 % 4) END, CASE WHEN g % 100 IN (11, 41, 71) THEN '10' ELSE '3' END
     FROM (SELECT g, (ARRAY[4625, 4624, 4634, 4648, 4688])[1 + g % 5] AS id, ${timeOf('g')} AS at, ${timeOf(`g / ${BATCH} * ${BATCH}`)} AS begun,
         floor(${accounts} * power(random(), 1.5))::int AS a
       FROM generate_series(0::bigint, ${events - 1}) AS g) AS made`,
    [new Date(now)],
  );
  await owner.query(
    `INSERT INTO scout.batches (tenant_id, agent_id, batch_no, batch_id, body_sha256, received_at, accepted, rejected)
     SELECT tenant_id, agent_id, row_number() OVER (ORDER BY batch_id), batch_id, sha256(batch_id::text::bytea), max(occurred_at), count(*), 0
     FROM scout.tenant_events GROUP BY tenant_id, agent_id, batch_id`,
  );
}

async function addIncidents(owner: pg.Client, rule: string, found: string): Promise<void> {
  await owner.query(
    `INSERT INTO scout.incidents (tenant_id, rule, occurred_at, batch_id, batch_index, agent_id, service_account,
       service_account_key, computer, computer_key, server, server_key, source_hosts, subject_user, subject_user_key,
       failure_reason)
     SELECT tenant_id, '${rule}', occurred_at, batch_id, batch_index, agent_id, target_user_name, lower(target_user_name),
       source_host, lower(source_host), system_context_computer_name, lower(system_context_computer_name),
       ARRAY[source_host], subject_user_name, lower(subject_user_name), failure_reason
     FROM scout.tenant_events WHERE ${found}`,
  );
}

async function addRollups(
  owner: pg.Client,
  rule: string,
  dimension: string,
  width: string,
  key: string,
  value?: string,
): Promise<void> {
  await owner.query(
    `INSERT INTO scout.rollups (tenant_id, rule, dimension, bucket, key, value_key, n, label, value_label, first_at)
     SELECT tenant_id, rule, '${dimension}', date_bin('${width}', occurred_at, 'epoch'), ${key},
       ${value ?? `''`} AS value_key, count(*), ${key}, ${value ?? `''`}, min(occurred_at)
     FROM scout.incidents WHERE rule = '${rule}' GROUP BY 1, 2, 4, 5, 6`,
  );
}
