import { type AlertEconomics, type CaseSeverity, caseSeverities, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

const { days: window, rulesListed, exceptionsListed } = limits.alertEconomics;

interface Read {
  readonly created_at: string;
  readonly accounts: number;
  readonly alerts: number;
  readonly channels: AlertEconomics['channels'];
  readonly rules: AlertEconomics['rules'];
  readonly by_severity: readonly { readonly severity: CaseSeverity; readonly alerts: number }[];
  readonly used: number;
  readonly findings: number;
  readonly listed: readonly (Omit<AlertEconomics['exceptions']['listed'][number], 'ends_at'> & {
    readonly ends_at: string;
  })[];
}

/** Alert economics of an organization for the 30 days up to `now`, epoch milliseconds, from one snapshot as scout_member. */
export async function readAlertEconomics(
  tx: Transaction,
  tenantId: string,
  now: number,
): Promise<AlertEconomics> {
  const since = new Date(now - window * DAY);
  const severities = sql.raw(`ARRAY['${caseSeverities.join("','")}']`);
  const { rows } = await sql<{ read: Read }>`
    WITH sent AS (
      SELECT NULL::uuid AS channel_id, mail_id AS alert_id, case_id FROM scout.alert_messages
      WHERE tenant_id = ${tenantId} AND mail_id IS NOT NULL AND settled_at >= ${since}
      UNION ALL
      SELECT channel_id, delivery_id, case_id FROM scout.channel_deliveries
      WHERE tenant_id = ${tenantId} AND kind IN ('opened', 'graver', 'gained') AND outcome = 'delivered' AND settled_at >= ${since}),
    channels AS (
      SELECT NULL::uuid AS channel_id, 'email' AS kind, NULL::text AS name, NULL::timestamptz AS created_at
      UNION ALL
      SELECT channel_id, kind, name, created_at FROM scout.channels WHERE tenant_id = ${tenantId}),
    by_channel AS (
      SELECT c.*, (SELECT count(DISTINCT s.alert_id) FROM sent s WHERE s.channel_id IS NOT DISTINCT FROM c.channel_id) AS alerts
      FROM channels c),
    by_rule AS (
      SELECT c.kind, count(DISTINCT s.alert_id) AS alerts
      FROM sent s LEFT JOIN scout.cases c ON c.tenant_id = ${tenantId} AND c.case_id = s.case_id
      GROUP BY c.kind ORDER BY alerts DESC, c.kind NULLS LAST LIMIT ${sql.lit(rulesListed)}),
    alerted AS (
      SELECT DISTINCT case_id, planned_at FROM scout.alert_steps
      WHERE tenant_id = ${tenantId} AND planned_at >= ${since} AND NOT is_history),
    by_severity AS (
      -- As severe as the case was when it was reported: severities that it reached later are other steps.
      SELECT (${severities})[g.grade] AS severity, count(*) AS alerts FROM alerted t CROSS JOIN LATERAL (
        SELECT min(array_position(${severities}, substr(s.step, 10))) AS grade FROM scout.alert_steps s
        WHERE s.tenant_id = ${tenantId} AND s.case_id = t.case_id AND s.step LIKE 'severity:%' AND s.noted_at <= t.planned_at) g
      WHERE g.grade IS NOT NULL GROUP BY g.grade),
    silenced AS (
      SELECT f.excused_by, count(*) AS findings, count(DISTINCT f.case_id) AS cases,
        count(DISTINCT f.case_id) FILTER (WHERE c.excused) AS cases_untold
      FROM scout.findings f JOIN scout.cases c ON c.tenant_id = f.tenant_id AND c.case_id = f.case_id
      WHERE f.tenant_id = ${tenantId} AND f.excused_by IS NOT NULL AND f.occurred_at >= ${since} GROUP BY f.excused_by),
    listed AS (
      SELECT e.exception_id AS id, coalesce(a.name, e.account_key) AS account, e.reason,
        least(e.ends_at, coalesce(e.ended_at, e.ends_at)) AS ends_at, s.findings, s.cases, s.cases_untold
      FROM silenced s JOIN scout.case_exceptions e ON e.tenant_id = ${tenantId} AND e.exception_id = s.excused_by
      LEFT JOIN scout.service_accounts a ON a.tenant_id = ${tenantId} AND a.account_key = e.account_key
      ORDER BY s.findings DESC, e.exception_id DESC LIMIT ${sql.lit(exceptionsListed)})
    SELECT json_build_object(
      'created_at', (SELECT created_at FROM scout.tenants WHERE tenant_id = ${tenantId}),
      'accounts', (SELECT count(*) FROM scout.service_accounts
        WHERE tenant_id = ${tenantId} AND NOT (in_directory AND last_seen IS NULL)),
      'alerts', (SELECT count(DISTINCT alert_id) FROM sent),
      'channels', (SELECT json_agg(json_build_object('channel_id', channel_id, 'kind', kind, 'name', name, 'alerts', alerts)
        ORDER BY created_at NULLS FIRST, channel_id) FROM by_channel),
      'rules', (SELECT coalesce(json_agg(by_rule), '[]') FROM by_rule),
      'by_severity', (SELECT coalesce(json_agg(by_severity), '[]') FROM by_severity),
      'used', (SELECT count(*) FROM silenced),
      'findings', (SELECT coalesce(sum(findings), 0) FROM silenced),
      'listed', (SELECT coalesce(json_agg(listed), '[]') FROM listed)) AS read`.execute(tx);
  const { created_at, by_severity, used, findings, listed, ...read } = rows[0]!.read;
  const age = Math.ceil((now - Date.parse(created_at)) / DAY);
  return {
    ...read,
    since: since.toISOString(),
    days: Math.min(window, Math.max(1, age)),
    thresholds: thresholdsOf(by_severity),
    exceptions: {
      used,
      findings,
      listed: listed.map((each) => ({ ...each, ends_at: new Date(each.ends_at).toISOString() })),
    },
  };
}

/** Number of alerts at or above each severity. */
function thresholdsOf(bySeverity: Read['by_severity']): AlertEconomics['thresholds'] {
  const alertsAt = (severity: CaseSeverity) =>
    bySeverity.find((each) => each.severity === severity)?.alerts ?? 0;
  return caseSeverities.map((severity, index) => ({
    severity,
    alerts: caseSeverities.slice(0, index + 1).reduce((sum, each) => sum + alertsAt(each), 0),
  }));
}
