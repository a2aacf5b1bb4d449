import type pg from 'pg';

export const TENANT = '00000000-0000-4000-8000-000000000001';
const AGENT = '00000000-0000-4000-8000-0000000000a1';

/** Share of the events that each rule counts, and the columns its rollups name. */
const RULES = [
  {
    rule: 'failed-logons',
    from: 0,
    to: 0.2,
    names: { account: 'service_account', server: 'server', user: 'subject_user' },
  },
  {
    rule: 'service-account-activity',
    from: 0.2,
    to: 0.25,
    names: { account: 'service_account', host: 'computer', user: 'subject_user' },
  },
  {
    rule: 'interactive-logons',
    from: 0.25,
    to: 0.28,
    names: { account: 'service_account', host: 'computer', user: 'subject_user' },
  },
] as const;
const PAIRS = { reason: 'failure_reason', source: 'source_hosts[1]', server: 'server' } as const;

/**
 * Fills an empty database with events of one organization over thirty days, of as many accounts, a few of which are frequent, and
 * with what ingest derives from them. Nearly each failed logon is alone in a quarter hour of its account.
 */
export async function fill(owner: pg.Client, events: number, accounts: number): Promise<void> {
  await owner.query(
    `INSERT INTO scout.tenants (tenant_id, company_name, company_key, is_subscribed, created_at, updated_at)
     VALUES ('${TENANT}', 'B', 'b', true, now(), now())`,
  );
  await owner.query(
    `INSERT INTO scout.agents (tenant_id, agent_id, machine_id, host, platform, version, credential_hash, enrolled_at, credential_issued_at)
     VALUES ('${TENANT}', '${AGENT}', 'm', 'WS', 'windows', '0.1.0', decode(repeat('ab', 32), 'hex'), now(), now())`,
  );
  await owner.query('SELECT scout.ensure_partitions(current_date - 32, current_date + 3, now())');
  await owner.query(`SET work_mem = '256MB'`);
  await owner.query('SELECT setseed(0.5)');
  const seconds = (30 * 86_400) / events;
  await owner.query(
    `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, event_id,
       target_user_name, subject_user_name, system_context_computer_name, source_host, failure_reason)
     SELECT '${TENANT}', date_trunc('milliseconds', now() - (g * ${seconds} + 60) * interval '1 second'), gen_random_uuid(), 0,
       '${AGENT}', 'WINDOWS_SECURITY_' || (ARRAY[4625, 4624, 4634, 4648, 4688])[1 + g % 5], 4625, 'svc.app' || a,
       'user' || (g * 31::bigint % 500), 'PRD-SQL' || ((a + g % 2) % 97), 'WS-' || (a * 3 + g % 3), 'reason ' || (g % 4)
     FROM (SELECT g, floor(${accounts} * power(random(), 1.5))::int AS a FROM generate_series(1, ${events}) AS g) AS made`,
  );
  for (const { rule, from, to, names } of RULES) {
    await owner.query(
      `INSERT INTO scout.incidents (tenant_id, rule, occurred_at, batch_id, batch_index, agent_id, service_account,
         service_account_key, computer, computer_key, server, server_key, source_hosts, subject_user, subject_user_key,
         failure_reason)
       SELECT tenant_id, '${rule}', occurred_at, batch_id, batch_index, agent_id, target_user_name, lower(target_user_name),
         source_host, lower(source_host), system_context_computer_name, lower(system_context_computer_name),
         ARRAY[source_host], subject_user_name, lower(subject_user_name), failure_reason
       FROM scout.tenant_events
       WHERE ('x' || left(batch_id::text, 6))::bit(24)::int / 16777216.0 BETWEEN ${from} AND ${to}`,
    );
    for (const [dimension, column] of Object.entries(names))
      await addRollups(owner, rule, dimension, '15 minutes', column);
  }
  for (const [pair, column] of Object.entries(PAIRS)) {
    await addRollups(owner, 'failed-logons', `account-${pair}`, '15 minutes', 'service_account', column);
    await addRollups(owner, 'failed-logons', `account-${pair}-day`, '1 day', 'service_account', column);
  }
  await owner.query(
    `INSERT INTO scout.event_counts (tenant_id, hour, type_key, event_type, n)
     SELECT tenant_id, date_trunc('hour', occurred_at, 'UTC'), event_type, event_type, count(*)
     FROM scout.tenant_events GROUP BY 1, 2, 3, 4`,
  );
  await owner.query('RESET work_mem');
  await owner.query('VACUUM ANALYZE');
}

async function addRollups(
  owner: pg.Client,
  rule: string,
  dimension: string,
  width: string,
  name: string,
  value?: string,
): Promise<void> {
  await owner.query(
    `INSERT INTO scout.rollups (tenant_id, rule, dimension, bucket, key, value_key, n, label, value_label, first_at)
     SELECT tenant_id, rule, '${dimension}', date_bin('${width}', occurred_at, 'epoch'), lower(${name}),
       ${value === undefined ? `''` : `lower(${value})`} AS value_key, count(*), min(${name}),
       ${value === undefined ? `''` : `min(${value})`}, min(occurred_at)
     FROM scout.incidents WHERE rule = '${rule}' GROUP BY 1, 2, 4, 5, 6`,
  );
}
