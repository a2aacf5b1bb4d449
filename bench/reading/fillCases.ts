import { renewLastHours } from '@scout/testkit/renewLastHours';
import type pg from 'pg';
import { type Filling, TENANT } from './fill.ts';

/** Cases in all; one in ten is open. */
const CASES = 2_000;
const FINDINGS = 3;

/** The register of accounts, their activity by the hour as folded from logons, and cases with findings and evidence. */
export async function fillCases(owner: pg.Client, { accounts, now }: Filling): Promise<void> {
  const at = new Date(now);
  await owner.query(
    `INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by, first_seen, last_seen, owner, created_at, updated_at)
     SELECT '${TENANT}', 'svc.app' || i, 'svc.app' || i, 'name', $1::timestamptz - interval '30 days', $1, CASE WHEN i % 2 = 0 THEN 'Team ' || i % 40 END, $1, $1
     FROM generate_series(0, ${accounts - 1}) AS i`,
    [at],
  );
  await owner.query(
    `INSERT INTO scout.account_activity (tenant_id, account_key, hour, cell, kind, source, destination, program, actor, n, first_at, last_at)
     SELECT tenant_id, account_key, hour, md5(kind || actor)::uuid, kind, 'ws-' || n * 3, 'prd-sql' || n % 97, '', actor, count(*), min(occurred_at), max(occurred_at)
     FROM (SELECT tenant_id, lower(target_user_name) AS account_key, substr(target_user_name, 8)::int AS n, date_trunc('hour', occurred_at, 'UTC') AS hour,
         occurred_at, CASE event_id WHEN 4625 THEN 'refused:wrong password' ELSE 'logon:3' END AS kind,
         CASE WHEN batch_index % 100 = 1 THEN lower(subject_user_name) ELSE '' END AS actor
       FROM scout.tenant_events WHERE event_id = 4624 OR event_id = 4625 AND batch_index % 50 = 0) AS events
     GROUP BY tenant_id, account_key, n, hour, kind, actor
     ORDER BY hour, account_key`,
  );
  await renewLastHours((sql, values) => owner.query(sql, values), TENANT);
  await owner.query(
    `INSERT INTO scout.cases (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence, person, person_level,
       persons, sources, destinations, reasons, findings, first_seen, last_seen, opened_at, status, closed_as, close_reason, closed_at)
     SELECT '${TENANT}', md5('case' || i)::uuid, i, 'case' || i, 'svc.app' || a, 'svc.app' || a, 'person-used-account',
       (ARRAY['critical', 'high', 'medium', 'low'])[1 + i % 4], 20, 'user' || i % 500 || ' used svc.app' || a, 'user' || i % 500, 'acted',
       jsonb_build_array(jsonb_build_object('name', 'user' || i % 500, 'level', 'acted')), jsonb_build_array('WS-' || a * 3),
       jsonb_build_array('PRD-SQL' || a % 97), '[{"facet": "use", "class": "person", "surprise": 14.2}]', ${FINDINGS}, seen - interval '6 hours',
       seen, seen, CASE WHEN i % 10 = 0 THEN 'open' ELSE 'closed' END, CASE WHEN i % 10 <> 0 THEN 'expected' END, CASE WHEN i % 10 <> 0 THEN 'known' END,
       CASE WHEN i % 10 <> 0 THEN seen END
     FROM (SELECT i, i * 7 % ${accounts} AS a, $1::timestamptz - i * interval '20 minutes' AS seen FROM generate_series(1, ${CASES}) AS i) AS each`,
    [at],
  );
  await owner.query(
    `INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity, score, sentence, person,
       person_level, persons, sources, destinations, reasons, events)
     SELECT tenant_id, md5(case_id::text || f)::uuid, case_id, date_trunc('hour', last_seen - f * interval '1 hour', 'UTC'), last_seen - f * interval '1 hour',
       account, account_key, kind, severity, score, sentence, person, person_level, persons, sources, destinations, reasons,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', batch_id || '-' || lpad(batch_index::text, 6, '0'), 'record_id', NULL, 'time', occurred_at)), '[]')
        FROM (SELECT * FROM scout.tenant_events WHERE number <= 20 AND occurred_at >= last_seen - f * interval '1 hour' LIMIT 5) AS evidence)
     FROM scout.cases, generate_series(1, ${FINDINGS}) AS f`,
  );
  await owner.query(
    `INSERT INTO scout.assessments (tenant_id, last_case_number, assessed_at, closed_through) VALUES ('${TENANT}', ${CASES}, $1, $1)`,
    [at],
  );
}
