import { SEVERITIES } from '@scout/cases';
import { HOUR } from '@scout/detection/time';
import type pg from 'pg';
import type { Severity } from '../../../platform/database/columns.ts';
import { endOfQuiet, nextSummary } from '../times.ts';
import type { AlertedOrganization, Recipient } from './recipients.ts';

/** Minimum interval between notices of a case to which only names were added; these are combined. */
const ADDITIONS_EVERY = HOUR;
/** Maximum steps planned in one transaction. */
const STEPS = 20_000;

export type Kind = 'opened' | 'graver' | 'gained';

interface StepRow {
  readonly case_id: string;
  readonly step: string;
  readonly name: string | null;
}

interface CaseRow {
  readonly case_id: string;
  readonly severity: Severity;
  readonly last_message: Date | null;
}

/** All due steps of a case, combined. */
export interface PlannedAlert {
  readonly caseId: string;
  readonly kind: Kind;
  readonly severity: Severity;
  /** Names added to the case. */
  readonly names: readonly string[];
}

/**
 * Creates messages for waiting steps: one per case and recipient, for any number of steps. Transaction role: scout_alerts,
 * holding the organization's lock.
 * @returns steps to report, by case
 */
export async function planMessages(
  client: pg.ClientBase,
  tenantId: string,
  organization: AlertedOrganization,
  now: number,
): Promise<PlannedAlert[]> {
  const { rows: steps } = await client.query<StepRow>(
    `SELECT case_id, step, name FROM scout.alert_steps
     WHERE tenant_id = $1 AND planned_at IS NULL AND NOT is_history AND due_at <= to_timestamp($2::float8 / 1000)
     ORDER BY due_at, case_id, step LIMIT ${STEPS}`,
    [tenantId, now],
  );
  if (steps.length === 0) return [];
  const byCase = Map.groupBy(steps, ({ case_id }) => case_id);
  const { rows: cases } = await client.query<CaseRow>(
    `SELECT c.case_id, c.severity, greatest(
       (SELECT max(m.created_at) FROM scout.alert_messages m WHERE m.tenant_id = $1 AND m.case_id = c.case_id),
       (SELECT max(d.created_at) FROM scout.channel_deliveries d WHERE d.tenant_id = $1 AND d.case_id = c.case_id)) AS last_message
     FROM scout.cases c WHERE c.tenant_id = $1 AND c.case_id = ANY ($2::uuid[])`,
    [tenantId, [...byCase.keys()]],
  );
  const messages: object[] = [];
  const alerts: PlannedAlert[] = [];
  for (const { case_id, severity, last_message } of cases) {
    const taken = byCase.get(case_id)!;
    const kind = kindOf(taken);
    const again = (last_message?.getTime() ?? Number.NEGATIVE_INFINITY) + ADDITIONS_EVERY;
    if (kind === 'gained' && again > now) {
      await client.query(
        `UPDATE scout.alert_steps SET due_at = to_timestamp($3::float8 / 1000)
         WHERE tenant_id = $1 AND case_id = $2 AND planned_at IS NULL AND NOT is_history`,
        [tenantId, case_id, again],
      );
      byCase.delete(case_id);
      continue;
    }
    const names = kind === 'opened' ? [] : taken.flatMap(({ name }) => name ?? []);
    alerts.push({ caseId: case_id, kind, severity, names });
    for (const recipient of organization.recipients) {
      const due = dueFor(recipient, severity, recipient.timeZone ?? organization.timeZone, now);
      if (due === null) continue;
      messages.push({ email: recipient.email, case_id, kind, severity, names, due });
    }
  }
  await client.query(
    `INSERT INTO scout.alert_messages (tenant_id, email, case_id, kind, severity, names, created_at, due_at)
     SELECT $1, email, case_id, kind, severity, names, to_timestamp($3::float8 / 1000), to_timestamp(due / 1000)
     FROM json_to_recordset($2::json) AS g (email text, case_id uuid, kind text, severity text, names jsonb, due float8)`,
    [tenantId, JSON.stringify(messages), now],
  );
  const planned = [...byCase].flatMap(([caseId, taken]) =>
    taken.map(({ step }) => ({ case_id: caseId, step })),
  );
  await client.query(
    `UPDATE scout.alert_steps s SET planned_at = to_timestamp($3::float8 / 1000)
     FROM json_to_recordset($2::json) AS g (case_id uuid, step text)
     WHERE s.tenant_id = $1 AND s.case_id = g.case_id AND s.step = g.step`,
    [tenantId, JSON.stringify(planned), now],
  );
  return alerts;
}

function kindOf(steps: readonly StepRow[]): Kind {
  if (steps.some(({ step }) => step === 'opened')) return 'opened';
  return steps.some(({ step }) => step.startsWith('severity:')) ? 'graver' : 'gained';
}

/** Time of the notice to a recipient, epoch milliseconds; null: never. Critical cases are not delayed. */
export function dueFor(
  { receives, minSeverity, delivery, quiet }: Recipient,
  severity: Severity,
  timeZone: string,
  now: number,
): number | null {
  if (!receives || SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(minSeverity)) return null;
  if (severity === 'critical') return now;
  return delivery === 'daily' ? nextSummary(now, timeZone) : endOfQuiet(now, quiet, timeZone);
}
