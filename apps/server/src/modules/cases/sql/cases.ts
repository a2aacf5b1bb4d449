import {
  type CaseChange,
  type CaseClosing,
  type CaseFile,
  type CaseFinding,
  type CaseReason,
  type CaseRow,
  type CaseSeverity,
  type CaseStatus,
  type CaseTicket,
  caseSeverities,
  type EvidenceLevel,
  limits,
} from '@scout/contract';
import { keyOf, stripAccount } from '@scout/detection';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { containsWords } from '../../../platform/database/textSearch.ts';
import { boundedKey } from '../../ingest/index.ts';
import { isAbout, otherAccountNames } from './caseAccounts.ts';
import { marksOf, readEvidence } from './evidence.ts';
import { readExceptions } from './exceptions.ts';
import { readLaterUses } from './laterUses.ts';
import { readStatements } from './statements.ts';

const { namesListed, reasonsListed, findings: findingsMost, changes: changesMost } = limits.cases;

/** The properties by which cases are narrowed; see the contract, calls/cases/cases.ts. */
export interface CaseNarrowing {
  readonly status?: CaseStatus | 'active' | 'excused' | undefined;
  readonly severity?: CaseSeverity | undefined;
  readonly kind?: string | undefined;
  readonly account?: string | undefined;
  readonly text?: string | undefined;
  readonly assignee?: string | undefined;
  /** Days, both included, in the time zone `tz`. */
  readonly opened_from?: string | undefined;
  readonly opened_to?: string | undefined;
  readonly tz: string;
}

/** The cases that a caller asks for. */
export interface CaseFilter extends CaseNarrowing {
  readonly since?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Observed {
  readonly kind: string;
  readonly severity: CaseSeverity;
  readonly sentence: string;
  readonly person: string | null;
  readonly person_level: Exclude<EvidenceLevel, 'nobody'> | null;
  readonly persons: unknown;
  readonly sources: unknown;
  readonly destinations: unknown;
  readonly reasons: unknown;
}

interface StoredCase extends Observed {
  readonly case_id: string;
  readonly number: string;
  readonly account: string;
  readonly accounts: unknown;
  readonly findings: number;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly opened_at: Date;
  readonly graver_at: Date;
  readonly status: CaseStatus;
  readonly excused: boolean;
  readonly closed_as: CaseClosing | null;
  readonly close_reason: string | null;
  readonly assignee: string | null;
  readonly updated_at: Date;
  readonly changed_in: string;
  readonly rank: number;
}

/** Lower is more severe. */
export const rank = sql`array_position(${sql.raw(`ARRAY['${caseSeverities.join("','")}']`)}, c.severity)`;

/** Accounts have the register's spelling. A former member is not an assignee: the address comes from the membership. */
const columns = sql`c.case_id, c.number, coalesce(s.name, c.account) AS account, c.kind, c.severity, c.sentence, c.person, c.person_level, c.persons, ${otherAccountNames} AS accounts, c.sources,
  c.destinations, c.reasons, c.findings, c.first_seen, c.last_seen, c.opened_at, c.graver_at, c.status, c.excused, c.closed_as, c.close_reason,
  m.email AS assignee, c.updated_at, c.changed_in::text AS changed_in, ${rank} AS rank`;
export const casesFrom = sql`scout.cases c LEFT JOIN scout.memberships m
  ON m.tenant_id = c.tenant_id AND m.user_id = c.assignee AND m.status = 'active'
  LEFT JOIN scout.service_accounts s ON s.tenant_id = c.tenant_id AND s.account_key = c.account_key`;

/** A page of cases and the position of the next one; `now` in epoch milliseconds. */
export async function listCases(
  tx: Transaction,
  tenantId: string,
  filter: CaseFilter,
  now: number,
): Promise<{ cases: CaseRow[]; next: string | null }> {
  const conditions = [sql`c.tenant_id = ${tenantId}`, ...Object.values(caseConditions(filter))];
  const { rows, next } =
    filter.since === undefined
      ? await listBySeverity(tx, conditions, filter)
      : await listByChange(tx, conditions, filter.since, filter);
  return { cases: await casesOf(tx, tenantId, rows, now), next };
}

async function listBySeverity(
  tx: Transaction,
  conditions: RawBuilder<unknown>[],
  { cursor, limit }: CaseFilter,
) {
  const after = cursor === undefined || cursor.startsWith('c') ? null : cursor.split('_').map(Number);
  if (after !== null) {
    const [grade, time, number] = after;
    conditions.push(sql`(${rank}, -extract(epoch FROM c.last_seen) * 1000, -c.number)
      > (${grade}::int, ${-time!}::numeric, ${-number!}::bigint)`);
  }
  const { rows } =
    await sql<StoredCase>`SELECT ${columns} FROM ${casesFrom} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${rank}, c.last_seen DESC, c.number DESC LIMIT ${sql.lit(limit + 1)}`.execute(tx);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last !== undefined
      ? `${last.rank}_${last.last_seen.getTime()}_${last.number}`
      : null;
  return { rows: shown, next };
}

/**
 * Changes are returned once no transaction can still commit an earlier one, so that a caller continuing after the last one misses
 * none. A cursor from before a restore of the database is invalid, and the list starts over.
 */
async function listByChange(
  tx: Transaction,
  conditions: RawBuilder<unknown>[],
  since: string,
  { cursor, limit }: CaseFilter,
) {
  conditions.push(
    sql`c.updated_at >= ${new Date(since)}`,
    sql`c.changed_in < pg_snapshot_xmin(pg_current_snapshot())`,
  );
  if (cursor?.startsWith('c')) {
    const [, xid, number] = cursor.split('_');
    conditions.push(sql`((c.changed_in, c.number) > (${xid}::xid8, ${number}::bigint)
      OR ${xid}::xid8 > pg_snapshot_xmax(pg_current_snapshot()))`);
  }
  const { rows } =
    await sql<StoredCase>`SELECT ${columns} FROM ${casesFrom} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY c.changed_in, c.number LIMIT ${sql.lit(limit)}`.execute(tx);
  const last = rows.at(-1);
  return {
    rows,
    next: last === undefined ? (cursor ?? null) : `c_${last.changed_in}_${last.number}`,
  };
}

const all = sql`true`;

/** A condition for each property of a filter, over `casesFrom`. */
export function caseConditions(filter: CaseNarrowing) {
  const { status, severity, kind, account, text, assignee, opened_from, opened_to, tz } = filter;
  const day = sql`(c.opened_at AT TIME ZONE ${tz}::text)::date`;
  return {
    status: statusIs(status),
    severity: severity === undefined ? all : sql`c.severity = ${severity}`,
    kind: kind === undefined ? all : sql`c.kind = ${kind}`,
    text: text === undefined ? all : isFoundBy(text),
    account: account === undefined ? all : isAbout(accountKeyOf(account)),
    assignee:
      assignee === undefined
        ? all
        : assignee === 'none'
          ? sql`m.email IS NULL`
          : sql`m.email IS NOT DISTINCT FROM ${assignee}`,
    opened:
      opened_from === undefined && opened_to === undefined
        ? all
        : sql`${day} BETWEEN ${opened_from ?? '-infinity'}::date AND ${opened_to ?? 'infinity'}::date`,
  };
}

/** Names of a case's accounts, people and machines, as one text. */
const namesInCase = sql`concat_ws(' ', c.account, s.name, (SELECT string_agg(coalesce(each ->> 'name', each #>> '{}'), ' ')
  FROM jsonb_array_elements(c.accounts || c.persons || c.sources || c.destinations) each))`;

function isFoundBy(text: string): RawBuilder<unknown> {
  const number = /^C-([0-9]{1,10})$/i.exec(text)?.[1];
  return number === undefined ? containsWords(namesInCase, text) : sql`c.number = ${number}::bigint`;
}

function statusIs(status: CaseNarrowing['status']): RawBuilder<unknown> {
  if (status === undefined) return all;
  if (status === 'closed') return sql`c.status = 'closed'`;
  if (status === 'active' || status === 'excused')
    return sql`c.status <> 'closed' AND c.excused = ${status === 'excused'}`;
  return sql`c.status = ${status} AND NOT c.excused`;
}

/** The stored key of an account, from any spelling. */
export const accountKeyOf = (account: string): string => boundedKey(keyOf(stripAccount(account)));

/** The cases of these ids, by id; `now` in epoch milliseconds. */
export async function readCaseRows(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
  now: number,
): Promise<Map<string, CaseRow>> {
  const { rows } = await sql<StoredCase>`
    SELECT ${columns} FROM ${casesFrom} WHERE c.tenant_id = ${tenantId} AND c.case_id = ANY(${ids}::uuid[])`.execute(
    tx,
  );
  const cases = await casesOf(tx, tenantId, rows, now);
  return new Map(rows.map((row, i) => [row.case_id, cases[i]!]));
}

/** Number of the organization's cases by status; excused open ones are counted separately. */
export async function countCases(
  tx: Transaction,
  tenantId: string,
): Promise<{ open: number; acknowledged: number; closed: number; excused: number }> {
  const { rows } = await sql<{ status: CaseStatus | 'excused'; n: number }>`
    SELECT CASE WHEN excused AND status <> 'closed' THEN 'excused' ELSE status END AS status, count(*)::int AS n
    FROM scout.cases WHERE tenant_id = ${tenantId} GROUP BY 1`.execute(tx);
  const counts = { open: 0, acknowledged: 0, closed: 0, excused: 0 };
  for (const { status, n } of rows) counts[status] = n;
  return counts;
}

/** A case with its newest findings and actions, `now` in epoch milliseconds; undefined if the organization has no such number. */
export async function readCase(
  tx: Transaction,
  tenantId: string,
  number: number,
  now: number,
): Promise<CaseFile | undefined> {
  const { rows } = await sql<StoredCase>`
    SELECT ${columns} FROM ${casesFrom} WHERE c.tenant_id = ${tenantId} AND c.number = ${number}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const findings = await findingsOf(tx, tenantId, row.case_id);
  const excusedBy = new Set(findings.flatMap(({ excused_by }) => excused_by ?? []));
  const [found] = await casesOf(tx, tenantId, [row], now);
  return {
    ...found!,
    findings,
    exceptions: await readExceptions(tx, tenantId, [...excusedBy], now),
    findings_total: row.findings,
    changes: await changesOf(tx, tenantId, row.case_id),
    tickets: await ticketsOf(tx, tenantId, row.case_id),
  };
}

async function findingsOf(tx: Transaction, tenantId: string, caseId: string): Promise<CaseFinding[]> {
  const { rows } = await sql<
    Observed & {
      occurred_at: Date;
      statement: CaseFinding['statement'];
      events: unknown;
      excused_by: string | null;
    }
  >`
    SELECT occurred_at, kind, severity, sentence, statement, person, person_level, persons, sources, destinations, reasons, events,
      excused_by
    FROM scout.findings WHERE tenant_id = ${tenantId} AND case_id = ${caseId}
    ORDER BY occurred_at DESC, finding_id LIMIT ${sql.lit(findingsMost)}`.execute(tx);
  const marks = rows.map(({ events }) => marksOf(events));
  const evidence = await readEvidence(tx, tenantId, marks.flat());
  return rows.map((row, i) => ({
    ...observedOf(row),
    statement: row.statement,
    time: row.occurred_at.toISOString(),
    excused_by: row.excused_by,
    events: marks[i]!.map(({ id }) => evidence.get(id)!),
  }));
}

async function changesOf(tx: Transaction, tenantId: string, caseId: string): Promise<CaseChange[]> {
  const { rows } = await sql<Omit<CaseChange, 'time'> & { time: Date }>`
    SELECT * FROM (
      SELECT comment_id::text AS id, created_at AS time, 'comment' AS kind, author, body AS text, NULL AS closed_as, NULL AS assignee
      FROM scout.case_comments WHERE tenant_id = ${tenantId} AND case_id = ${caseId}
      UNION ALL
      SELECT change_id::text, created_at, kind, author, reason, closed_as, assignee
      FROM scout.case_changes WHERE tenant_id = ${tenantId} AND case_id = ${caseId}
    ) act ORDER BY time DESC, id DESC LIMIT ${sql.lit(changesMost)}`.execute(tx);
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }));
}

async function ticketsOf(tx: Transaction, tenantId: string, caseId: string): Promise<CaseTicket[]> {
  const { rows } = await sql<Omit<CaseTicket, 'state_at'> & { state_at: Date }>`
    SELECT c.name AS channel, c.kind, t.reference, t.url, t.state, t.state_by, t.state_at
    FROM scout.tickets t JOIN scout.channels c ON c.tenant_id = ${tenantId} AND c.channel_id = t.channel_id
    WHERE t.tenant_id = ${tenantId} AND t.case_id = ${caseId}
    ORDER BY c.created_at, t.channel_id LIMIT ${sql.lit(limits.channels.most)}`.execute(tx);
  return rows.map((row) => ({ ...row, state_at: row.state_at.toISOString() }));
}

async function casesOf(
  tx: Transaction,
  tenantId: string,
  rows: readonly StoredCase[],
  now: number,
): Promise<CaseRow[]> {
  const ids = rows.map(({ case_id }) => case_id);
  const statements = await readStatements(tx, tenantId, ids);
  const laterUses = await readLaterUses(tx, tenantId, ids, now);
  return rows.map((row) => ({
    ...caseOf(row),
    statement: statements.get(row.case_id) ?? null,
    later: laterUses.get(row.case_id) ?? null,
  }));
}

function caseOf(row: StoredCase): Omit<CaseRow, 'statement' | 'later'> {
  const { account, status, excused, closed_as, close_reason, assignee } = row;
  return {
    ...observedOf(row),
    number: Number(row.number),
    account,
    other_accounts: namesOf(row.accounts).filter((name) => keyOf(name) !== keyOf(account)),
    first_seen: row.first_seen.toISOString(),
    last_seen: row.last_seen.toISOString(),
    opened_at: row.opened_at.toISOString(),
    graver_at: row.graver_at.toISOString(),
    status,
    excused,
    closed_as,
    close_reason,
    assignee,
    updated_at: row.updated_at.toISOString(),
  };
}

function observedOf({ kind, severity, sentence, person, person_level, ...lists }: Observed) {
  const persons = namesOf(lists.persons);
  return {
    kind,
    severity,
    sentence,
    persons: person === null || persons.includes(person) ? persons : [person, ...persons],
    person_level: person_level ?? ('nobody' as const),
    sources: namesOf(lists.sources),
    destinations: namesOf(lists.destinations),
    reasons: listOf(lists.reasons).filter(isReason).slice(0, reasonsListed),
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isReason = (value: unknown): value is CaseReason =>
  isRecord(value) &&
  typeof value.facet === 'string' &&
  typeof value.class === 'string' &&
  typeof value.surprise === 'number';

/** Names in a stored list of names, or of objects with a name. */
const namesOf = (value: unknown): string[] =>
  listOf(value)
    .flatMap((entry) =>
      typeof entry === 'string'
        ? [entry]
        : isRecord(entry) && typeof entry.name === 'string'
          ? [entry.name]
          : [],
    )
    .slice(0, namesListed);
