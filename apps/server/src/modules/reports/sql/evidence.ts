import { type Exception, exceptionFor, matchesPattern } from '@scout/cases';
import {
  type EvidenceEntry,
  type EvidenceFile,
  type EvidenceScope,
  type EvidenceType,
  limits,
} from '@scout/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { activityIn, isUsedByPerson, readScope } from '../../cases/index.ts';
import { readEvidenceEvents } from './evidenceEvents.ts';

const most = limits.evidence;

/** Logons at a machine itself: console, unlock, remote desktop, and the same with cached credentials. */
const AT_A_MACHINE = ['logon:2', 'logon:7', 'logon:10', 'logon:11', 'logon:12', 'logon:13'];
const isInteractive = sql`(kind = ANY (${AT_A_MACHINE}::text[])
  OR ${isUsedByPerson})`;

type Of<T extends EvidenceType> = Extract<EvidenceEntry, { type: T }>;

/** Entries of a scope, and the number of older ones of each type. */
export interface Evidence {
  readonly entries: readonly EvidenceEntry[];
  readonly left_out: EvidenceFile['left_out'];
}

/** A part of the evidence: the newest entries, and their total number. */
interface Part<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Conditions for the rows of each table used in evidence. */
interface Chosen {
  readonly tenantId: string;
  /** A common table expression `act` of activity, and a condition on it. */
  readonly act: RawBuilder<unknown>;
  readonly ofAct: RawBuilder<unknown>;
  readonly findings: RawBuilder<unknown>;
  readonly cases: RawBuilder<unknown>;
  readonly decisions: RawBuilder<unknown>;
  readonly from: Date;
  readonly to: Date;
  /** Keys of the accounts; null: all. */
  readonly accounts: readonly string[] | null;
}

/** The evidence of a case or a period, as scout_member; undefined if the organization has no such case. `now` in epoch milliseconds. */
export async function readEvidenceEntries(
  tx: Transaction,
  tenantId: string,
  scope: Exclude<EvidenceScope, { review: number }>,
  now: number,
): Promise<Evidence | undefined> {
  const chosen =
    'case' in scope ? await chosenByCase(tx, tenantId, scope.case, now) : chosenByPeriod(tenantId, scope);
  if (chosen === undefined) return undefined;
  const exceptions = await readExceptions(tx, chosen);
  const events = 'case' in scope ? await readEvidenceEvents(tx, tenantId, scope.case) : undefined;
  const parts = {
    use: await readUses(tx, chosen, exceptions.rows),
    finding: await readFindings(tx, chosen),
    case: await readCases(tx, chosen),
    decision: await readDecisions(tx, chosen),
    exception: exceptions,
    ...(events && { event: events }),
  } satisfies { [T in Exclude<EvidenceType, 'event'>]: Part<Of<T>> } & { event?: Part<Of<'event'>> };
  const leftOut = ({ rows, total }: Part<unknown>) => total - rows.length;
  return {
    entries: Object.values(parts).flatMap((part): readonly EvidenceEntry[] => part.rows),
    left_out: {
      use: leftOut(parts.use),
      finding: leftOut(parts.finding),
      case: leftOut(parts.case),
      decision: leftOut(parts.decision),
      exception: leftOut(parts.exception),
      ...(events && { event: leftOut(events) }),
    },
  };
}

async function chosenByCase(
  tx: Transaction,
  tenantId: string,
  number: number,
  now: number,
): Promise<Chosen | undefined> {
  const scope = await readScope(tx, tenantId, number, now);
  if (scope === undefined) return undefined;
  const isCase = sql`c.number = ${number}`;
  return {
    tenantId,
    act: activityIn(scope, {}),
    ofAct: sql`part = 'case'`,
    findings: isCase,
    cases: isCase,
    decisions: isCase,
    from: scope.own.first,
    to: new Date(scope.to),
    accounts: scope.own.accounts,
  };
}

function chosenByPeriod(tenantId: string, { from, to }: { from: string; to: string }): Chosen {
  const [start, end] = [new Date(from), new Date(to)];
  const within = (time: RawBuilder<unknown>) => sql`(${time} >= ${start} AND ${time} <= ${end})`;
  return {
    tenantId,
    act: sql`act AS (
      SELECT account_key, kind, source, destination, program, actor, hour, n, first_at, last_at FROM scout.account_activity
      WHERE tenant_id = ${tenantId} AND hour >= date_trunc('hour', ${start}::timestamptz) AND hour <= ${end})`,
    ofAct: sql`last_at >= ${start} AND first_at <= ${end}`,
    findings: sql`${within(sql`f.occurred_at`)} AND f.person_level IS NOT NULL`,
    cases: sql`c.first_seen <= ${end} AND c.last_seen >= ${start}`,
    decisions: within(sql`d.at`),
    from: start,
    to: end,
    accounts: null,
  };
}

const partOf = <R extends { total: string }, T>(rows: readonly R[], entryOf: (row: R) => T): Part<T> => ({
  rows: rows.map(entryOf),
  total: Number(rows[0]?.total ?? 0),
});

const named = (text: string) => (text === '' ? null : text);

/** Kinds of findings for an interactive use. */
const findingKinds = (kind: string, person: string | null): readonly string[] => [
  ...(kind.startsWith('logon:') ? ['person-signed-in'] : []),
  ...(kind === 'explicit' ? ['explicit-credentials'] : []),
  ...(person === null ? [] : ['person-used-account']),
];

async function readUses(
  tx: Transaction,
  { tenantId, act, ofAct }: Chosen,
  exceptions: readonly Of<'exception'>[],
): Promise<Part<Of<'use'>>> {
  const { rows } = await sql<{
    account_key: string;
    name: string;
    kind: string;
    source: string;
    destination: string;
    program: string;
    actor: string;
    n: string;
    first_at: Date;
    last_at: Date;
    total: string;
  }>`
    WITH ${act}
    SELECT act.account_key, s.name, kind, source, destination, program, actor, n, first_at, last_at, count(*) OVER () AS total
    FROM act JOIN scout.service_accounts s ON s.tenant_id = ${tenantId} AND s.account_key = act.account_key
    WHERE ${ofAct} AND ${isInteractive}
    ORDER BY first_at DESC, act.account_key, kind, source, destination, program, actor LIMIT ${sql.lit(most.uses)}`.execute(
    tx,
  );
  const permissions: readonly Exception[] = exceptions.map(
    ({ id, account, kinds, sources, servers, persons, at, until }) => ({
      id,
      account,
      kinds,
      sources,
      destinations: servers,
      persons,
      from: Date.parse(at),
      until: Date.parse(until),
    }),
  );
  return partOf(rows, (row) => {
    const person = named(row.actor);
    const about = {
      account: row.account_key,
      sources: row.source === '' ? [] : [row.source],
      destinations: row.destination === '' ? [] : [row.destination],
      persons: person === null ? [] : [person],
      first: row.first_at.getTime(),
      last: row.last_at.getTime(),
    };
    const [permission] = findingKinds(row.kind, person).flatMap(
      (kind) => exceptionFor({ ...about, kind }, permissions) ?? [],
    );
    const exception = exceptions.find(({ id }) => id === permission?.id);
    return {
      type: 'use',
      at: row.first_at.toISOString(),
      last: row.last_at.toISOString(),
      account: row.name,
      kind: row.kind,
      person,
      source: named(row.source),
      server: named(row.destination),
      program: named(row.program),
      events: Number(row.n),
      exception: exception?.id ?? null,
      reason: exception?.reason ?? null,
      approved_by: exception?.approved_by ?? null,
      permitted_until: exception?.until ?? null,
    };
  });
}

async function readFindings(tx: Transaction, { tenantId, findings }: Chosen): Promise<Part<Of<'finding'>>> {
  type Row = Pick<Of<'finding'>, 'account' | 'kind' | 'severity' | 'sentence'> & {
    occurred_at: Date;
    number: string;
    person: string | null;
    person_level: Exclude<Of<'finding'>['person_level'], 'nobody'> | null;
    persons: readonly { name: string }[];
    excused_by: string | null;
    total: string;
  };
  const { rows } = await sql<Row>`
    SELECT f.occurred_at, c.number, f.account, f.kind, f.severity, f.sentence, f.person, f.person_level, f.persons, f.excused_by,
      count(*) OVER () AS total
    FROM scout.findings f JOIN scout.cases c ON c.tenant_id = f.tenant_id AND c.case_id = f.case_id
    WHERE f.tenant_id = ${tenantId} AND ${findings}
    ORDER BY f.occurred_at DESC, f.finding_id LIMIT ${sql.lit(most.findings)}`.execute(tx);
  return partOf(rows, ({ account, kind, severity, sentence, person, person_level, ...row }) => ({
    type: 'finding',
    at: row.occurred_at.toISOString(),
    case: Number(row.number),
    account,
    kind,
    severity,
    sentence,
    persons: [...new Set([...(person === null ? [] : [person]), ...row.persons.map(({ name }) => name)])],
    person_level: person_level ?? 'nobody',
    exception: row.excused_by,
  }));
}

async function readCases(tx: Transaction, { tenantId, cases }: Chosen): Promise<Part<Of<'case'>>> {
  type Row = Omit<Of<'case'>, 'type' | 'at' | 'number' | 'last_seen'> & {
    number: string;
    opened_at: Date;
    last_seen: Date;
    total: string;
  };
  const { rows } = await sql<Row>`
    SELECT c.number, c.account, c.accounts AS other_accounts, c.kind, c.severity, c.sentence, c.opened_at, c.last_seen, c.status, c.closed_as, c.close_reason,
      count(*) OVER () AS total
    FROM scout.cases c WHERE c.tenant_id = ${tenantId} AND ${cases}
    ORDER BY c.last_seen DESC, c.number DESC LIMIT ${sql.lit(most.cases)}`.execute(tx);
  return partOf(rows, ({ total: _total, opened_at, last_seen, number, ...row }) => ({
    type: 'case',
    at: opened_at.toISOString(),
    number: Number(number),
    last_seen: last_seen.toISOString(),
    ...row,
  }));
}

async function readDecisions(
  tx: Transaction,
  { tenantId, decisions }: Chosen,
): Promise<Part<Of<'decision'>>> {
  type Row = Omit<Of<'decision'>, 'type' | 'at' | 'case'> & { at: Date; number: string; total: string };
  const { rows } = await sql<Row>`
    SELECT d.at, c.number, d.kind, d.by, d.text, d.closed_as, d.assignee, count(*) OVER () AS total
    FROM (
      SELECT case_id, comment_id AS id, created_at AS at, 'comment' AS kind, author AS by, body AS text, NULL AS closed_as,
        NULL AS assignee
      FROM scout.case_comments WHERE tenant_id = ${tenantId}
      UNION ALL
      SELECT case_id, change_id, created_at, kind, author, reason, closed_as, assignee
      FROM scout.case_changes WHERE tenant_id = ${tenantId}
    ) d JOIN scout.cases c ON c.tenant_id = ${tenantId} AND c.case_id = d.case_id
    WHERE ${decisions} ORDER BY d.at DESC, d.id LIMIT ${sql.lit(most.decisions)}`.execute(tx);
  return partOf(rows, ({ at, number, kind, by, text, closed_as, assignee }) => ({
    type: 'decision',
    at: at.toISOString(),
    case: Number(number),
    kind,
    by,
    text,
    closed_as,
    assignee,
  }));
}

/** Exceptions in force during the scope; for a case, those that name its accounts. */
async function readExceptions(
  tx: Transaction,
  { tenantId, from, to, accounts }: Chosen,
): Promise<Part<Of<'exception'>>> {
  type Row = {
    exception_id: string;
    account_key: string;
    kinds: string[];
    sources: string[];
    destinations: string[];
    persons: string[];
    starts_at: Date;
    over_at: Date;
    reason: string;
    approved_by: string | null;
    created_by: string;
    created_at: Date;
    ended_by: string | null;
  };
  const { rows } = await sql<Row>`
    SELECT * FROM (SELECT *, least(ends_at, ended_at) AS over_at FROM scout.case_exceptions
      WHERE tenant_id = ${tenantId} AND approved_at IS NOT NULL) e
    WHERE starts_at <= ${to} AND over_at >= ${from} ORDER BY starts_at DESC, exception_id DESC`.execute(tx);
  const all = rows.filter(
    ({ account_key }) =>
      accounts === null || accounts.some((account) => matchesPattern(account_key, account)),
  );
  return {
    total: all.length,
    rows: all.slice(0, most.exceptions).map((row) => ({
      type: 'exception',
      at: row.starts_at.toISOString(),
      until: row.over_at.toISOString(),
      id: row.exception_id,
      account: row.account_key,
      kinds: row.kinds,
      sources: row.sources,
      servers: row.destinations,
      persons: row.persons,
      reason: row.reason,
      approved_by: row.approved_by,
      recorded_by: row.created_by,
      recorded_at: row.created_at.toISOString(),
      ended_by: row.ended_by,
    })),
  };
}
