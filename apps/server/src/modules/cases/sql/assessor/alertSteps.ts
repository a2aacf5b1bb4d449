import { hash } from 'node:crypto';
import type { Naming } from '@scout/detection';
import { HOUR } from '@scout/detection/time';
import type pg from 'pg';
import type { CaseEvent, CasePerson, Severity } from '../../../../platform/database/columns.ts';

/** Maximum names of persons and machines noted for a case. */
const NAMES = 100;
/** Age at which an event is history when assessed. More than a day, because some verdicts are reached at the end of a day. */
const NEWS = 36 * HOUR;

/** Rules for reporting steps of cases. */
export interface AlertRules {
  /** Epoch milliseconds; earlier events are history. */
  readonly from: number;
  readonly naming: Naming;
}

interface NotedFinding {
  readonly occurred_at: Date;
  readonly severity: Severity;
  readonly persons: readonly CasePerson[];
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly events: readonly CaseEvent[];
}

/** A case with all of its findings. */
export interface NotedCase {
  readonly caseId: string;
  readonly severity: Severity;
  readonly findings: readonly NotedFinding[];
}

interface Step {
  readonly step: string;
  readonly name: string | null;
  /** Time of the latest supporting event. */
  readonly time: number;
}

/**
 * Notes the reportable steps of cases: opening, severity, persons, workstations and production servers. Each is noted once,
 * however often it is judged. A step is history while all its evidence is more than 36 hours old, or older than the
 * organization's first assessment; recent evidence makes it reportable.
 */
export async function noteSteps(
  client: pg.ClientBase,
  tenantId: string,
  cases: readonly NotedCase[],
  { now, rules }: { now: number; rules: AlertRules },
): Promise<void> {
  const recent = Math.max(rules.from, now - NEWS);
  const rows = cases.flatMap((each) =>
    stepsOf(each, rules.naming).map(({ step, name, time }) => ({
      case_id: each.caseId,
      step,
      name,
      time,
      is_history: time < recent,
    })),
  );
  await client.query(
    `INSERT INTO scout.alert_steps AS s (tenant_id, case_id, step, name, occurred_at, noted_at, is_history, due_at)
     SELECT $1, case_id, step, name, to_timestamp(time / 1000), to_timestamp($3::float8 / 1000), is_history,
       to_timestamp($3::float8 / 1000)
     FROM json_to_recordset($2::json) AS g (case_id uuid, step text, name text, time float8, is_history boolean)
     ORDER BY case_id, step
     ON CONFLICT (tenant_id, case_id, step) DO UPDATE SET is_history = false, occurred_at = excluded.occurred_at,
       noted_at = excluded.noted_at, due_at = excluded.due_at
       WHERE s.is_history AND NOT excluded.is_history`,
    [tenantId, JSON.stringify(rows), now],
  );
}

function stepsOf({ severity, findings }: NotedCase, naming: Naming): Step[] {
  const times = new Map<string, Step>();
  const note = (step: string, name: string | null, time: number) => {
    const before = times.get(step);
    if (before === undefined || before.time < time) times.set(step, { step, name, time });
  };
  for (const finding of findings) {
    const time = Math.max(
      finding.occurred_at.getTime(),
      ...finding.events.map((event) => Date.parse(event.time)),
    );
    note('opened', null, time);
    if (finding.severity === severity) note(`severity:${severity}`, null, time);
    for (const { name } of finding.persons) note(`person:${keyOf(name)}`, name, time);
    for (const name of [...finding.sources, ...finding.destinations])
      if (naming.isProductionServer(name) || naming.isWorkstation(name))
        note(`machine:${keyOf(name)}`, name, time);
  }
  const all = [...times.values()];
  const named = all.filter(({ name }) => name !== null);
  return [...all.filter(({ name }) => name === null), ...named.slice(0, NAMES)];
}

const keyOf = (name: string): string => hash('sha256', name.toLowerCase(), 'hex').slice(0, 32);
