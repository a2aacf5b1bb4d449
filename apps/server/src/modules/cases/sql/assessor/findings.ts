import { hash } from 'node:crypto';
import {
  caseStatement,
  type Exception,
  type Finding,
  SEVERITIES,
  type Statement,
  sentenceOfStatement,
} from '@scout/cases';
import type pg from 'pg';
import type { CaseEvent, CasePerson, CaseReason, Severity } from '../../../../platform/database/columns.ts';
import { notifyAtCommitOf } from '../../../../platform/database/notices.ts';
import { idOf } from '../../assessor/ids.ts';
import { type HourRange, rangeSql } from '../../assessor/range.ts';
import { severityRank } from '../findingOrder.ts';
import { type AlertRules, noteSteps } from './alertSteps.ts';
import { beginAnew } from './closings.ts';
import { excusedBy } from './exceptions.ts';
import { readServers } from './servers.ts';

/** Maximum names of one kind in a case. */
const NAMES = 50;
/** Strongest evidence first. */
const LEVELS = ['acted', 'same-session', 'present'] as const;

/** A row of scout.findings; times are epoch milliseconds, `hour` hours since 1970. */
interface FindingRow {
  readonly finding_id: string;
  readonly case_id: string;
  readonly hour: number;
  readonly occurred_at: number;
  readonly account: string;
  readonly kind: string;
  readonly severity: Severity;
  readonly score: number;
  readonly sentence: string;
  readonly person: string | null;
  readonly person_level: CasePerson['level'] | null;
  readonly persons: CasePerson[];
  readonly accounts: string[];
  readonly sources: string[];
  readonly destinations: string[];
  readonly reasons: CaseReason[];
  readonly events: CaseEvent[];
  /** Null: only the sentence is known. */
  readonly statement: Statement | null;
  /** The exception that permits the finding. */
  readonly excused_by: string | null;
}

const COLUMNS = `finding_id uuid, case_id uuid, hour float8, occurred_at float8, account text, kind text, severity text, score float8,
  sentence text, person text, person_level text, persons jsonb, accounts jsonb, sources jsonb, destinations jsonb, reasons jsonb,
  events jsonb, statement jsonb, excused_by uuid`;
/** Columns of a finding that can change when its hour is judged again. */
const CONTENT = [
  'case_id',
  'hour',
  'occurred_at',
  'account',
  'account_key',
  'kind',
  'severity',
  'score',
  'sentence',
  'person',
  'person_level',
  'persons',
  'accounts',
  'sources',
  'destinations',
  'reasons',
  'events',
  'statement',
  'excused_by',
];

/**
 * Replaces the findings of a range of hours and updates their cases. A case without findings is deleted, unless a person has
 * worked on it.
 * @returns the last case number
 */
export async function storeFindings(
  client: pg.ClientBase,
  tenantId: string,
  given: {
    findings: readonly Finding[];
    exceptions: readonly Exception[];
    range: HourRange;
    now: number;
    lastCaseNumber: number;
    alerts: AlertRules;
    /** True when settings of people changed what is found, not later events. */
    isResettled?: boolean;
  },
): Promise<number> {
  const { range, now } = given;
  if (range.from === null) return given.lastCaseNumber;
  const findings = await beginAnew(client, tenantId, given.findings);
  const cases = new Map<string, { caseKey: string; row: FindingRow }>();
  const rows = rowsOf(tenantId, findings, given.exceptions);
  for (const [i, row] of rows.entries())
    if (!cases.has(row.case_id)) cases.set(row.case_id, { caseKey: findings[i]!.caseKey, row });
  const lastCaseNumber = await openCases(client, tenantId, cases, given);

  const changed = new Set<string>();
  const removed = await client.query<{ case_id: string }>(
    `DELETE FROM scout.findings WHERE tenant_id = $1 AND ${rangeSql('hour')} AND finding_id <> ALL ($4::uuid[]) RETURNING case_id`,
    [tenantId, range.from, range.to, rows.map(({ finding_id }) => finding_id)],
  );
  for (const { case_id } of removed.rows) changed.add(case_id);
  const list = (prefix: string) => CONTENT.map((column) => `${prefix}.${column}`).join(', ');
  const written = await client.query<{ case_id: string }>(
    `INSERT INTO scout.findings AS f (tenant_id, finding_id, ${CONTENT.join(', ')})
     SELECT $1, finding_id, case_id, to_timestamp(hour * 3600), to_timestamp(occurred_at / 1000), account, account, kind, severity, score,
       sentence, person, person_level, persons, accounts, sources, destinations, reasons, events, statement, excused_by
     FROM json_to_recordset($2::json) AS g (${COLUMNS}) ORDER BY finding_id
     ON CONFLICT (tenant_id, finding_id) DO UPDATE SET ${CONTENT.map((column) => `${column} = excluded.${column}`).join(', ')}
       WHERE (${list('f')}) IS DISTINCT FROM (${list('excluded')})
     RETURNING case_id`,
    [tenantId, JSON.stringify(rows)],
  );
  for (const { case_id } of written.rows) changed.add(case_id);
  await renewCases(client, tenantId, [...changed], now, given.alerts, given.isResettled);
  return lastCaseNumber;
}

/** Rows with deterministic ids: the same for every judgment of the same hour. */
function rowsOf(
  tenantId: string,
  findings: readonly Finding[],
  exceptions: readonly Exception[],
): FindingRow[] {
  const counts = new Map<string, number>();
  return findings.map(({ caseKey, hour, alert, persons, accounts, sources, destinations, evidence }) => {
    const key = JSON.stringify([caseKey, hour, alert.account, alert.kind]);
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    const row = {
      finding_id: idOf(tenantId, `${key} ${ordinal}`),
      case_id: idOf(tenantId, caseKey),
      hour,
      occurred_at: Date.parse(alert.time),
      account: alert.account,
      kind: alert.kind,
      severity: alert.severity,
      score: alert.score,
      sentence: alert.sentence,
      person: alert.person?.name ?? null,
      person_level: alert.person?.level ?? null,
      persons,
      accounts,
      sources,
      destinations,
      reasons: (alert.reasons ?? []).map(({ facet, class: klass, surprise }) => ({
        facet,
        class: klass,
        surprise,
      })),
      events: evidence.map(({ event, record, time }) => ({
        id: event,
        record_id: record === '' ? null : record,
        time: new Date(time).toISOString(),
      })),
      statement: alert.statement,
    };
    return { ...row, excused_by: excusedBy(row, exceptions) };
  });
}

/** Creates missing cases in order of time, with consecutive numbers. */
async function openCases(
  client: pg.ClientBase,
  tenantId: string,
  cases: ReadonlyMap<string, { caseKey: string; row: FindingRow }>,
  { now, lastCaseNumber }: { now: number; lastCaseNumber: number },
): Promise<number> {
  if (cases.size === 0) return lastCaseNumber;
  const there = await client.query<{ case_id: string }>(
    'SELECT case_id FROM scout.cases WHERE tenant_id = $1 AND case_id = ANY ($2::uuid[])',
    [tenantId, [...cases.keys()]],
  );
  const known = new Set(there.rows.map(({ case_id }) => case_id));
  const made = [...cases.values()]
    .filter(({ row }) => !known.has(row.case_id))
    .sort((a, b) => a.row.occurred_at - b.row.occurred_at || (a.caseKey < b.caseKey ? -1 : 1))
    .map(({ caseKey, row }, i) => {
      const [account, kind] = JSON.parse(caseKey) as [string, string];
      return {
        ...row,
        account,
        kind,
        case_key: hash('sha256', caseKey, 'hex'),
        number: lastCaseNumber + i + 1,
      };
    });
  await client.query(
    `INSERT INTO scout.cases (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence, first_seen,
       last_seen, opened_at, created_at, graver_at, updated_at)
     SELECT $1, case_id, number, case_key, account, account, kind, severity, score, sentence, to_timestamp(occurred_at / 1000),
       to_timestamp(occurred_at / 1000), to_timestamp(occurred_at / 1000), to_timestamp($3::float8 / 1000),
       to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000)
     FROM json_to_recordset($2::json) AS g (case_id uuid, number bigint, case_key text, account text, kind text, severity text,
       score float8, sentence text, occurred_at float8)`,
    [tenantId, JSON.stringify(made), now],
  );
  return lastCaseNumber + made.length;
}

interface StoredFinding extends Omit<FindingRow, 'occurred_at' | 'hour'> {
  readonly occurred_at: Date;
  readonly case_account: string;
}

/** Recomputes cases from their findings, deletes untouched cases without findings, and notifies open pages. */
export async function renewCases(
  client: pg.ClientBase,
  tenantId: string,
  caseIds: readonly string[],
  now: number,
  alerts: AlertRules,
  isResettled = false,
): Promise<void> {
  if (caseIds.length === 0) return;
  await notifyAtCommitOf(client, { kind: 'cases', id: tenantId });
  const { rows } = await client.query<StoredFinding>(
    `SELECT f.*, c.account AS case_account FROM scout.findings f
     JOIN scout.cases c ON c.tenant_id = f.tenant_id AND c.case_id = f.case_id
     WHERE f.tenant_id = $1 AND f.case_id = ANY ($2::uuid[]) ORDER BY f.occurred_at, f.hour, f.finding_id`,
    [tenantId, caseIds],
  );
  const byCase = Map.groupBy(rows, ({ case_id }) => case_id);
  const empty = caseIds.filter((id) => !byCase.has(id));
  // Whoever can send events must not be able to take back what people were told.
  await client.query(
    `DELETE FROM scout.cases c WHERE tenant_id = $1 AND case_id = ANY ($2::uuid[]) AND status = 'open' AND assignee IS NULL
       AND touched_at IS NULL
       AND NOT EXISTS (SELECT FROM scout.case_comments m WHERE m.tenant_id = $1 AND m.case_id = c.case_id)
       AND ($3 OR NOT EXISTS (SELECT FROM scout.alert_steps s
         WHERE s.tenant_id = $1 AND s.case_id = c.case_id AND s.planned_at IS NOT NULL AND NOT s.is_history))`,
    [tenantId, empty, isResettled],
  );
  await client.query(
    `UPDATE scout.cases SET findings = 0, updated_at = to_timestamp($3::float8 / 1000), changed_in = pg_current_xact_id()
     WHERE tenant_id = $1 AND case_id = ANY ($2::uuid[]) AND findings > 0`,
    [tenantId, empty, now],
  );
  const renewed = [...byCase].map(([caseId, findings]) => ({ case_id: caseId, ...summaryOf(findings) }));
  const unplaced = renewed
    .filter(({ destinations }) => destinations.length === 0)
    .map(({ case_id, kind, accounts, sources, first_seen, last_seen }) => {
      const { case_account } = byCase.get(case_id)![0]!;
      return { case_id, kind, accounts: [case_account, ...accounts], sources, first_seen, last_seen };
    });
  const servers = await readServers(client, tenantId, unplaced);
  for (const each of renewed) each.destinations = servers.get(each.case_id) ?? each.destinations;
  await client.query(
    `UPDATE scout.cases c SET kind = g.kind, severity = g.severity, score = g.score, sentence = g.sentence, person = g.person,
       person_level = g.person_level, persons = g.persons, accounts = g.accounts, sources = g.sources, destinations = g.destinations,
       reasons = g.reasons, findings = g.findings, first_seen = to_timestamp(g.first_seen / 1000),
       last_seen = to_timestamp(g.last_seen / 1000), opened_at = to_timestamp(g.opened_at / 1000),
       excused = g.excused, graver_at = CASE WHEN c.excused AND NOT g.excused OR array_position($4::text[], g.severity) > array_position($4::text[], c.severity)
         THEN to_timestamp($3::float8 / 1000) ELSE c.graver_at END,
       updated_at = to_timestamp($3::float8 / 1000), changed_in = pg_current_xact_id()
     FROM json_to_recordset($2::json) AS g (case_id uuid, kind text, severity text, score float8, sentence text, person text, person_level text,
       persons jsonb, accounts jsonb, sources jsonb, destinations jsonb, reasons jsonb, findings integer, first_seen float8,
       last_seen float8, opened_at float8, excused boolean)
     WHERE c.tenant_id = $1 AND c.case_id = g.case_id`,
    [tenantId, JSON.stringify(renewed), now, SEVERITIES],
  );
  const noted = renewed
    .filter(({ excused }) => !excused)
    .map(({ case_id, severity }) => ({
      caseId: case_id,
      severity,
      findings: byCase.get(case_id)!.filter(({ excused_by }) => excused_by === null),
    }));
  await noteSteps(client, tenantId, noted, { now, rules: alerts });
}

/** Summary of a case's findings, given in order of time. Excused findings count only if there are no others. */
function summaryOf(all: readonly StoredFinding[]) {
  const unexcused = all.filter(({ excused_by }) => excused_by === null);
  const findings = unexcused.length > 0 ? unexcused : all;
  // The last of equal findings, which includes earlier counts.
  const mostSevere = findings.reduce((best, each) =>
    severityRank(each) >= severityRank(best) ? each : best,
  );
  // The strongest evidence of the whole case names the person; of equal ones, that of the most severe finding.
  const named = LEVELS.flatMap((level) =>
    [mostSevere, ...findings].filter(({ person_level }) => person_level === level),
  )[0];
  const persons = new Map<string, CasePerson>();
  for (const level of LEVELS)
    for (const person of findings.flatMap((finding) => finding.persons))
      if (person.level === level && !persons.has(person.name)) persons.set(person.name, person);
  const union = (list: (finding: StoredFinding) => readonly string[]) =>
    [...new Set(findings.flatMap(list))].slice(0, NAMES);
  const times = findings.map(({ occurred_at }) => occurred_at.getTime());
  const events = findings.flatMap((finding) => finding.events.map(({ time }) => Date.parse(time)));
  return {
    kind: mostSevere.kind,
    severity: mostSevere.severity,
    score: mostSevere.score,
    sentence: sentenceOf(mostSevere, findings),
    person: named?.person ?? mostSevere.person,
    person_level: named?.person_level ?? mostSevere.person_level,
    persons: [...persons.values()].slice(0, NAMES),
    accounts: union(({ account, accounts }) => [account, ...accounts]).filter(
      (name) => name !== findings[0]!.case_account,
    ),
    sources: union(({ sources }) => sources),
    destinations: union(({ destinations }) => destinations),
    reasons: mostSevere.reasons,
    findings: all.length,
    excused: unexcused.length === 0,
    first_seen: Math.min(...times, ...events),
    last_seen: Math.max(...times, ...events),
    opened_at: times[0]!,
  };
}

/** The most severe finding's sentence, with the counts of all findings. */
function sentenceOf(mostSevere: StoredFinding, findings: readonly StoredFinding[]): string {
  const { statement, sentence } = mostSevere;
  if (statement === null) return sentence;
  const others = findings.flatMap((finding) => (finding.statement === null ? [] : [finding.statement]));
  return sentenceOfStatement(caseStatement(statement, others));
}
