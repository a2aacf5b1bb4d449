import {
  type AccountLane,
  type AccountLanes,
  type LaneFilter,
  type LaneTrack,
  laneTracks,
  limits,
} from '@scout/contract';
import { dayOf } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { caseAccounts } from './caseAccounts.ts';
import { ONGOING } from './caseScope.ts';
import { rank, readCaseRows } from './cases.ts';
import { usesByDay, usesByHour } from './uses.ts';

const { days: dayCount } = limits.accountLanes;

/** The caller's filter for lanes; see the contract, calls/cases/lanes.ts. */
interface LanesQuery {
  /** IANA name of the time zone for days. */
  readonly tz: string;
  readonly only?: LaneFilter | undefined;
  readonly limit: number;
}

interface LanesScope {
  readonly tenantId: string;
  /** True for a client's file name. */
  readonly isDatabaseClient: (file: string) => boolean;
  /** Epoch milliseconds; its day is the last one. */
  readonly now: number;
}

interface Window {
  /** `YYYY-MM-DD`, oldest first. */
  readonly days: string[];
  /** Beginnings of the days, and of the day after the last one. */
  readonly starts: Date[];
  readonly since: Date;
}

type Tracks = Pick<AccountLane, LaneTrack>;

/** Accounts with active cases and their activity by day. Reads folded activity instead of events. */
export async function readLanes(
  tx: Transaction,
  scope: LanesScope,
  query: LanesQuery,
): Promise<Omit<AccountLanes, 'assessment'>> {
  const { tenantId } = scope;
  const window = await windowOf(tx, scope.now, query.tz);
  const { matching, with_cases, registered, chosen } = await chooseAccounts(tx, scope, query, window);
  const rows = await readCaseRows(
    tx,
    tenantId,
    chosen.map(({ case_id }) => case_id),
    scope.now,
  );
  const tracks = await readTracks(
    tx,
    scope,
    window,
    chosen.map(({ account_key }) => account_key),
  );
  const lanes: AccountLane[] = [];
  for (const { account_key, case_id, active_cases, more_severe, known_since } of chosen) {
    const found = rows.get(case_id);
    if (found === undefined) continue;
    lanes.push({
      case: found,
      active_cases,
      more_severe,
      known_since: known_since?.toISOString() ?? null,
      ...(tracks.get(account_key) ?? emptyTracks()),
    });
  }
  return { days: window.days, lanes, matching, with_cases, registered };
}

async function windowOf(tx: Transaction, now: number, tz: string): Promise<Window> {
  const { rows } = await sql<{ days: string[]; starts: Date[] }>`
    SELECT array_agg(to_char(day, 'YYYY-MM-DD') ORDER BY day) AS days, array_agg(day AT TIME ZONE ${tz}::text ORDER BY day) AS starts
    FROM (SELECT (${new Date(now)}::timestamptz AT TIME ZONE ${tz}::text)::date - back + time '00:00' AS day
      FROM generate_series(-1, ${sql.lit(dayCount - 1)}) back) counted`.execute(tx);
  const { days, starts } = rows[0]!;
  return { days: days.slice(0, dayCount), starts, since: starts[0]! };
}

const isRefusal = sql`(c.kind = 'spraying' OR c.kind LIKE 'refused%')`;

/** SQL condition for hours of activity that a filter wants. */
function isOf(only: Exclude<LaneFilter, 'client'>): RawBuilder<unknown> {
  return only === 'refused' ? sql`a.kind LIKE 'refused%'` : sql`a.kind IN ('logon:2', 'logon:10')`;
}

/** Database clients started since a time, each with its account. Programs are stored with their parents: `cmd.exe>sqlcmd.exe`. */
async function readStarted(
  tx: Transaction,
  { tenantId, isDatabaseClient }: LanesScope,
  { since }: Window,
  keys: RawBuilder<unknown>,
): Promise<{ account_key: string; program: string }[]> {
  const uses = { tenantId, keys, since, day: dayOf(since.getTime()) };
  const { rows } = await sql<{ account_key: string; program: string }>`
    SELECT account_key, program FROM (${usesByHour(uses)}) AS by_hour WHERE use = 'started'
    UNION
    SELECT account_key, program FROM (${usesByDay(uses)}) AS by_day
    WHERE use = 'started' AND day + hours[cardinality(hours)] * interval '1 hour' >= ${since}`.execute(tx);
  return rows.filter(({ program }) => isDatabaseClient(program.slice(program.indexOf('>') + 1)));
}

/** Accounts with active cases that started a database client since a time. */
async function readClientUsers(tx: Transaction, scope: LanesScope, window: Window): Promise<string[]> {
  const keys = sql`ARRAY(SELECT c.account_key FROM scout.cases c WHERE c.tenant_id = ${scope.tenantId} AND ${isActive})`;
  const started = await readStarted(tx, scope, window, keys);
  return [...new Set(started.map(({ account_key }) => account_key))];
}

const isActive = sql`c.status <> 'closed' AND NOT c.excused`;

interface Chosen {
  readonly account_key: string;
  readonly case_id: string;
  readonly active_cases: number;
  readonly more_severe: AccountLane['more_severe'];
  readonly known_since: Date | null;
}

/** The listed accounts in order, each with its most severe case, and their total number. */
async function chooseAccounts(
  tx: Transaction,
  scope: LanesScope,
  { only, limit }: LanesQuery,
  window: Window,
): Promise<{ matching: number; with_cases: number; registered: number; chosen: Chosen[] }> {
  const { tenantId } = scope;
  const accounts = sql`active AS MATERIALIZED (
      SELECT DISTINCT ON (c.account_key) c.account_key, c.case_id, c.last_seen, c.number, ${rank} AS rank
      FROM scout.cases c WHERE c.tenant_id = ${tenantId} AND ${isActive}
      ORDER BY c.account_key, rank, c.last_seen DESC, c.number DESC)`;
  const within = sql`a.tenant_id = ${tenantId} AND a.account_key = active.account_key AND a.hour >= ${window.since}`;
  const matches =
    only === undefined
      ? sql`true`
      : only === 'client'
        ? sql`active.account_key = ANY(${await readClientUsers(tx, scope, window)}::text[])`
        : sql`EXISTS (SELECT FROM scout.account_activity a WHERE ${within} AND ${isOf(only)})`;
  const { rows } = await sql<Chosen & { matching: number }>`
    WITH ${accounts}, matching AS MATERIALIZED (SELECT * FROM active WHERE ${matches}),
    about AS MATERIALIZED (
      SELECT DISTINCT each.key AS account_key, c.number, c.severity, c.last_seen, ${rank} AS rank
      FROM scout.cases c CROSS JOIN unnest(${caseAccounts}) AS each (key) WHERE c.tenant_id = ${tenantId} AND ${isActive})
    SELECT matching.account_key, case_id, s.first_seen AS known_since,
      (SELECT count(*)::int FROM about WHERE about.account_key = matching.account_key) AS active_cases,
      (SELECT jsonb_build_object('number', about.number, 'severity', severity) FROM about
        WHERE about.account_key = matching.account_key AND about.rank < matching.rank
        ORDER BY about.rank, about.last_seen DESC, about.number DESC LIMIT 1) AS more_severe,
      (SELECT count(*)::int FROM matching) AS matching
    FROM matching
    LEFT JOIN scout.service_accounts s ON s.tenant_id = ${tenantId} AND s.account_key = matching.account_key
    ORDER BY rank, matching.last_seen DESC, number DESC LIMIT ${sql.lit(limit)}`.execute(tx);
  const { rows: counts } = await sql<{ with_cases: number; registered: number }>`
    SELECT (SELECT count(DISTINCT each.key)::int FROM scout.cases c CROSS JOIN unnest(${caseAccounts}) AS each (key)
        WHERE c.tenant_id = ${tenantId} AND ${isActive}) AS with_cases,
      (SELECT count(*)::int FROM scout.service_accounts WHERE tenant_id = ${tenantId}) AS registered`.execute(
    tx,
  );
  return { matching: rows[0]?.matching ?? 0, ...counts[0]!, chosen: rows };
}

/**
 * Uses of accounts by track and day. A use belongs to a case when its machines are the case's and it falls between the case's
 * first and last hour, or later if the use itself is the problem or refusals go on. A case without sources, or without destinations, matches any; a
 * case about refusals only includes refusals.
 * Uses are first added up by the viewer's days, split where a case begins or ends, so that few rows are compared with the cases. A
 * summed day, of UTC, is cut there as well, and at the viewer's midnight.
 */
async function readTracks(
  tx: Transaction,
  scope: LanesScope,
  window: Window,
  keys: readonly string[],
): Promise<Map<string, Tracks>> {
  const { tenantId } = scope;
  const { starts, since } = window;
  const started = await readStarted(tx, scope, window, sql`${keys}::text[]`);
  const clients = [...new Set(started.map(({ program }) => program))];
  const uses = { tenantId, keys: sql`${keys}::text[]`, since, day: dayOf(since.getTime()) };
  const track = sql`CASE use WHEN 'started' THEN 'client' ELSE use END`;
  const isDrawn = sql`use <> 'other' AND (use <> 'started' OR program = ANY(${clients}::text[]))`;
  const names = (list: RawBuilder<unknown>) =>
    sql`ARRAY(SELECT lower(coalesce(each ->> 'name', each #>> '{}')) FROM jsonb_array_elements(${list}) each)`;
  const { rows } = await sql<{
    account_key: string;
    day: number;
    track: LaneTrack;
    all: string;
    of_case: string;
  }>`WITH periods AS MATERIALIZED (
      SELECT each.account_key, date_trunc('hour', c.first_seen, 'UTC') AS first_hour,
        CASE WHEN ${isRefusal} OR c.kind = ANY(${[...ONGOING]}::text[]) THEN ${new Date(scope.now)}::timestamptz ELSE c.last_seen END AS last_hour,
        ${isRefusal} AND c.kind <> 'refused-then-successful' AS only_refused, c.sources = '[]' AS any_source,
        c.destinations = '[]' OR ${isRefusal} AS any_destination,
        ${names(sql`c.sources`)} || ${names(sql`c.destinations`)} || '{""}' AS machines
      FROM scout.cases c CROSS JOIN unnest(${caseAccounts}) AS each (account_key)
      WHERE c.tenant_id = ${tenantId} AND each.account_key = ANY(${keys}::text[]) AND ${isActive}),
    spans AS MATERIALIZED (
      SELECT account_key, array_agg(bound ORDER BY bound) AS bounds FROM (
        SELECT account_key, first_hour AS bound FROM periods UNION SELECT account_key, last_hour + interval '1 microsecond' FROM periods) each
      GROUP BY account_key),
    cuts AS (
      SELECT account_key, day, 0 AS hour FROM spans
        CROSS JOIN generate_series(date_trunc('day', ${since}::timestamptz, 'UTC'), ${starts.at(-1)}::timestamptz, '24 hours') AS day
      UNION
      SELECT account_key, date_trunc('day', cut, 'UTC'), extract(hour FROM cut AT TIME ZONE 'UTC')::int
      FROM spans CROSS JOIN LATERAL unnest(bounds || ${starts}::timestamptz[]) AS bound
        CROSS JOIN LATERAL date_trunc('hour', bound + interval '1 hour' - interval '1 microsecond', 'UTC') AS cut),
    segments AS MATERIALIZED (
      SELECT account_key, day, day + cuts.hour * interval '1 hour' AS hour, (cuts.hour - 1)::smallint AS before,
        (coalesce(lead(cuts.hour) OVER (PARTITION BY account_key, day ORDER BY cuts.hour), 24) - 1)::smallint AS last,
        width_bucket(day + cuts.hour * interval '1 hour', ${starts}::timestamptz[]) - 1 AS lane
      FROM cuts),
    ways AS MATERIALIZED (
      SELECT account_key, width_bucket(hour, ${starts}::timestamptz[]) - 1 AS day, source, destination, ${track} AS track,
        min(hour) AS hour, sum(n) AS n
      FROM (${usesByHour(uses)}) AS used JOIN spans USING (account_key)
      WHERE ${isDrawn} GROUP BY 1, 2, 3, 4, 5, width_bucket(hour, spans.bounds)
      UNION ALL
      SELECT account_key, segments.lane, source, destination, ${track}, segments.hour, cut.n
      FROM (${usesByDay(uses)}) AS used JOIN segments USING (account_key, day) CROSS JOIN LATERAL (
        SELECT coalesce(through[width_bucket(last, hours)], 0) - coalesce(through[width_bucket(before, hours)], 0) AS n) AS cut
      WHERE ${isDrawn} AND cut.n > 0),
    counted AS (
      SELECT account_key, day, track, n, 0 AS found FROM ways
      UNION ALL
      SELECT w.account_key, w.day, w.track, 0, w.n FROM ways w WHERE EXISTS (
        SELECT FROM periods p WHERE p.account_key = w.account_key AND w.hour BETWEEN p.first_hour AND p.last_hour
          AND (NOT p.only_refused OR w.track = 'refused')
          AND (p.any_source OR w.source = ANY(p.machines)) AND (p.any_destination OR w.destination = ANY(p.machines))))
    SELECT account_key, day, track, sum(n) AS all, sum(found) AS of_case FROM counted GROUP BY 1, 2, 3`.execute(
    tx,
  );
  const found = new Map<string, Tracks>();
  for (const { account_key, day, track, all, of_case } of rows) {
    // A summed day may begin before the first day, and activity by a clock that is ahead belongs to a future one.
    if (day < 0 || day >= dayCount) continue;
    const tracks = found.get(account_key) ?? emptyTracks();
    found.set(account_key, tracks);
    tracks[track].all[day] = Number(all);
    tracks[track].of_case[day] = Number(of_case);
  }
  return found;
}

const emptyTracks = (): Tracks =>
  Object.fromEntries(
    laneTracks.map((track) => [
      track,
      { all: new Array<number>(dayCount).fill(0), of_case: new Array<number>(dayCount).fill(0) },
    ]),
  ) as Tracks;
