import { type CasePart, isOnlyRefused, limits } from '@scout/contract';
import { keyOf } from '@scout/detection';
import { DAY, HOUR } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { isAbout } from './caseAccounts.ts';

const { activityDays, activityDaysBefore } = limits.cases;
/** Maximum machines named in a case's findings. */
const MACHINES = 2_000;
/** Maximum other cases of an account whose activity is shown separately. */
const OTHERS = 30;

/** Kinds of cases whose way itself is the problem: later activity on it belongs to the case until it is closed. */
export const ONGOING: ReadonlySet<string> = new Set([
  'person-used-account',
  'person-signed-in',
  'explicit-credentials',
  'refused-then-successful',
  'refused-from-new-source',
  'new-source',
  'new-destination',
  'new-path',
]);

/** The extent of a case's activity. All names are keys. */
export interface Extent {
  readonly kind: string;
  readonly accounts: readonly string[];
  readonly persons: readonly string[];
  readonly sources: readonly string[];
  readonly servers: readonly string[];
  readonly first: Date;
  readonly last: Date;
  readonly closed: Date | null;
  /** True if the account had never gone to its servers before. */
  readonly isNewServer: boolean;
}

/** Accounts and times of the activity around a case. */
export interface CaseScope {
  readonly tenantId: string;
  readonly own: Extent;
  readonly others: readonly Extent[];
  /** Machines of each person in the findings. */
  readonly machinesOf: ReadonlyMap<string, readonly string[]>;
  /** Full hours, in epoch milliseconds; `to` is the end of the last one. */
  readonly from: number;
  readonly to: number;
}

/** Columns of scout.cases for an extent. */
export interface StoredExtent {
  readonly case_id: string;
  readonly kind: string;
  readonly account_key: string;
  readonly accounts: unknown;
  readonly persons: unknown;
  readonly sources: unknown;
  readonly destinations: unknown;
  readonly reasons: unknown;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly closed_at: Date | null;
}

export const extentColumns = sql`case_id, kind, account_key, accounts, persons, sources, destinations, reasons, first_seen, last_seen, closed_at`;

/** The scope of a case; undefined if the organization has no such number. `now` is epoch milliseconds. */
export async function readScope(
  tx: Transaction,
  tenantId: string,
  number: number,
  now: number,
): Promise<CaseScope | undefined> {
  const { rows } = await sql<StoredExtent>`
    SELECT ${extentColumns} FROM scout.cases WHERE tenant_id = ${tenantId} AND number = ${number}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const others = await sql<StoredExtent>`
    SELECT ${extentColumns} FROM scout.cases c WHERE tenant_id = ${tenantId} AND ${isAbout(row.account_key)}
      AND case_id <> ${row.case_id} AND closed_as IS DISTINCT FROM 'expected' AND closed_as IS DISTINCT FROM 'false'
    ORDER BY last_seen DESC LIMIT ${sql.lit(OTHERS)}`.execute(tx);
  // A case lists only part of the machines in its findings.
  const named = await sql<{ persons: unknown; sources: unknown; destinations: unknown }>`
    SELECT persons, sources, destinations FROM scout.findings
    WHERE tenant_id = ${tenantId} AND case_id = ${row.case_id}
    ORDER BY occurred_at DESC LIMIT ${sql.lit(limits.cases.findings)}`.execute(tx);
  const own = extentOf(row);
  const machinesOf = new Map<string, Set<string>>();
  for (const { persons, sources, destinations } of named.rows)
    for (const person of keysOf(persons)) {
      const machines = machinesOf.get(person) ?? new Set();
      const [first, ...more] = [keysOf(sources), keysOf(destinations)];
      for (const machine of first!.length > 0 ? first! : more.flat()) machines.add(machine);
      machinesOf.set(person, machines);
    }
  const all = (list: 'sources' | 'destinations', known: readonly string[]) =>
    [...new Set([...known, ...named.rows.flatMap((finding) => keysOf(finding[list]))])].slice(0, MACHINES);
  return {
    tenantId,
    own: { ...own, sources: all('sources', own.sources), servers: all('destinations', own.servers) },
    others: others.rows.map(extentOf),
    machinesOf: new Map([...machinesOf].map(([person, machines]) => [person, [...machines]])),
    ...spanOf(row, now),
  };
}

/** Cases of an account that are open or were misuse, and the SQL condition for activity that belongs to one of them. */
interface SuspectUse {
  /** Numbers in ascending order. */
  readonly cases: readonly number[];
  readonly condition: RawBuilder<unknown>;
}

/** What nobody may take for permitted use: activity of an account's open cases and of those closed as misuse. @param key of the account */
export async function readSuspectUse(tx: Transaction, tenantId: string, key: string): Promise<SuspectUse> {
  const { rows } = await sql<StoredExtent & { number: string }>`
    SELECT number, ${extentColumns} FROM scout.cases c WHERE tenant_id = ${tenantId} AND ${isAbout(key)}
      AND ((status <> 'closed' AND NOT excused) OR closed_as = 'misuse')
    ORDER BY last_seen DESC LIMIT ${sql.lit(limits.accountContracts.suspectCases)}`.execute(tx);
  return {
    cases: rows.map(({ number }) => Number(number)).sort((a, b) => a - b),
    condition: rows.length === 0 ? sql`false` : sql.join(rows.map(extentOf).map(belongsTo), sql` OR `),
  };
}

/** Use of service accounts by one person, by the cases that name the person. */
export interface PersonUse {
  /** In lower case. */
  readonly person: string;
  /** In the spelling of the most severe case. */
  readonly name: string;
  readonly cases: number;
  /** SQL condition for activity of any of these cases. */
  readonly condition: RawBuilder<unknown>;
}

/** Cases of which the persons' use is counted. */
const CASES_OF_PERSONS = 300;

/** The use by each person of cases in a period that are open or were misuse, by the most severe and newest cases. */
export async function readPersonUse(
  tx: Transaction,
  tenantId: string,
  from: Date,
  to: Date,
): Promise<PersonUse[]> {
  const { rows } = await sql<StoredExtent>`
    SELECT ${extentColumns} FROM scout.cases WHERE tenant_id = ${tenantId} AND persons <> '[]' AND first_seen < ${to}
      AND NOT excused AND (status <> 'closed' OR (closed_as = 'misuse' AND closed_at >= ${from}))
    ORDER BY array_position(ARRAY['critical', 'high', 'medium', 'low'], severity), last_seen DESC
    LIMIT ${sql.lit(CASES_OF_PERSONS)}`.execute(tx);
  const named = rows.flatMap((row) => namesOf(row.persons).map((name) => ({ name, row })));
  return [...Map.groupBy(named, ({ name }) => keyOf(name))].map(([person, cases]) => ({
    person,
    name: cases[0]!.name,
    cases: cases.length,
    condition: sql.join(
      cases.map(({ row }) => belongsTo(extentOf(row))),
      sql` OR `,
    ),
  }));
}

/** From two weeks before a case to two weeks after it; the newest days if there are more than the limit. */
function spanOf({ first_seen, last_seen }: StoredExtent, now: number): { from: number; to: number } {
  const end = Math.min(now, last_seen.getTime() + activityDaysBefore * DAY);
  const to = Math.ceil(Math.max(end, last_seen.getTime() + 1) / HOUR) * HOUR;
  const from = Math.max(first_seen.getTime() - activityDaysBefore * DAY, to - activityDays * DAY);
  return { from: Math.floor(from / HOUR) * HOUR, to };
}

/** The extent of a stored case. */
export function extentOf(row: StoredExtent): Extent {
  return {
    kind: row.kind,
    accounts: [...new Set([row.account_key, ...keysOf(row.accounts)])],
    persons: keysOf(row.persons),
    sources: keysOf(row.sources),
    servers: keysOf(row.destinations),
    first: row.first_seen,
    last: row.last_seen,
    closed: row.closed_at,
    isNewServer: isNewDestination(row.reasons),
  };
}

const isNewDestination = (reasons: unknown): boolean =>
  Array.isArray(reasons) &&
  reasons.some((reason: unknown) => (reason as { facet?: unknown } | null)?.facet === 'destination');

/** A stored list of names, or of objects with a name. */
function namesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const name =
      typeof entry === 'object' && entry !== null && 'name' in entry
        ? (entry as { name: unknown }).name
        : entry;
    return typeof name === 'string' ? [name] : [];
  });
}

const keysOf = (value: unknown): string[] => namesOf(value).map(keyOf);

/**
 * SQL condition for the rows of scout.account_activity that belong to a case: on its way, at its time, and refused if the case is
 * about refusals.
 */
export function belongsTo({
  kind,
  accounts,
  persons,
  sources,
  servers,
  first,
  last,
  closed,
  isNewServer,
}: Extent) {
  const isRefused = isOnlyRefused(kind) && !ONGOING.has(kind);
  const conditions = [
    sql`account_key = ANY (${accounts}::text[])`,
    sql`hour >= date_trunc('hour', ${first}::timestamptz)`,
  ];
  if (!ONGOING.has(kind)) conditions.push(sql`first_at <= ${last}::timestamptz`);
  else if (closed !== null) conditions.push(sql`first_at <= ${closed}::timestamptz`);
  if (isRefused) conditions.push(sql`kind LIKE 'refused%'`);
  if (sources.length > 0) {
    conditions.push(sql`source = ANY (${sources}::text[])`);
    // Whatever refused it: a case lists only part of many servers.
    if (servers.length > 0 && !isRefused)
      conditions.push(
        sql`(destination = ANY (${servers}::text[]) OR destination = source OR (destination = '' AND kind LIKE 'refused%'))`,
      );
  } else {
    if (!isRefused) conditions.push(sql`destination = ANY (${servers}::text[])`);
    // A cleared log names only the account; on a server where it had never been, everything is of the case.
    if (persons.length > 0 && !isNewServer)
      conditions.push(sql`(actor = ANY (${persons}::text[]) OR (actor = '' AND kind LIKE 'change%'))`);
  }
  return sql`(${sql.join(conditions, sql` AND `)})`;
}

/**
 * SQL condition for refusals like those of a case about refusals, also after its last finding: they go on, and are no usual activity.
 */
export function goesOn(tenantId: string, extent: Extent) {
  const { kind, accounts, sources, first, closed } = extent;
  if (!isOnlyRefused(kind) || ONGOING.has(kind)) return sql`false`;
  const conditions = [
    sql`account_key = ANY (${accounts}::text[])`,
    sql`hour >= date_trunc('hour', ${first}::timestamptz)`,
    sql`kind IN (SELECT kind FROM scout.account_activity WHERE tenant_id = ${tenantId} AND ${belongsTo(extent)})`,
    ...(sources.length > 0 ? [sql`source = ANY (${sources}::text[])`] : []),
    ...(closed === null ? [] : [sql`first_at <= ${closed}::timestamptz`]),
  ];
  return sql`(${sql.join(conditions, sql` AND `)})`;
}

/** Filter names of activity in the caller's spelling; `-` matches events without a name. */
export interface Narrowing {
  readonly person?: string | undefined;
  readonly source?: string | undefined;
  readonly server?: string | undefined;
}

const UNNAMED = '-';
const keyOrNone = (name: string) => (name === UNNAMED ? '' : keyOf(name));

function narrowings({ machinesOf }: CaseScope, { person, source, server }: Narrowing) {
  const conditions: RawBuilder<unknown>[] = [];
  if (source !== undefined) conditions.push(sql`source = ${keyOrNone(source)}`);
  if (server !== undefined) conditions.push(sql`destination = ${keyOrNone(server)}`);
  if (person === UNNAMED) {
    const seen = [...new Set([...machinesOf.values()].flat())];
    conditions.push(sql`actor = '' AND source <> ALL (${seen}::text[])`);
  } else if (person !== undefined) {
    const key = keyOf(person);
    const machines = machinesOf.get(key) ?? [];
    conditions.push(sql`(actor = ${key} OR (actor = '' AND source = ANY (${machines}::text[])))`);
  }
  return conditions;
}

const part = (of: CasePart) => sql.lit(of);

/** A common table expression `act` of the activity in a scope, each row with its part. */
export function activityIn(scope: CaseScope, narrowing: Narrowing): RawBuilder<unknown> {
  const { tenantId, own, others, from, to } = scope;
  const [account] = own.accounts;
  const ofOthers =
    others.length === 0
      ? sql``
      : sql`WHEN ${sql.join(others.map(belongsTo), sql` OR `)} THEN ${part('other-case')}`;
  const goOnElsewhere =
    others.length === 0
      ? sql``
      : sql`WHEN ${sql.join(
          others.map((other) => goesOn(tenantId, other)),
          sql` OR `,
        )} THEN ${part('other-case')}`;
  const within = [
    sql`tenant_id = ${tenantId}`,
    sql`account_key = ANY (${own.accounts}::text[])`,
    sql`hour >= ${new Date(from)}`,
    sql`hour < ${new Date(to)}`,
    ...narrowings(scope, narrowing),
  ];
  return sql`act AS MATERIALIZED (
    SELECT account_key, kind, source, destination, program, actor, hour, n, first_at, last_at,
      CASE WHEN ${belongsTo(own)} THEN ${part('case')} ${ofOthers} WHEN ${goesOn(tenantId, own)} THEN ${part('case')} ${goOnElsewhere} WHEN account_key = ${account} THEN ${part('usual')} END AS part
    FROM scout.account_activity WHERE ${sql.join(within, sql` AND `)})`;
}
