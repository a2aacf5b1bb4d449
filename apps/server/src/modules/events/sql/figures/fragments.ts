import {
  LIST_LIMIT,
  type NameDimension,
  type PairDimension,
  type Period,
  RULES,
  type RuleId,
  type Span,
  splitWindow,
  wholeUnits,
} from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import { AFTER_LATE, type Dimension, LATE } from '../../../ingest/index.ts';

/** Organization and window of the figures. */
export interface FigureScope {
  readonly tenantId: string;
  readonly rule: RuleId;
  readonly period: Period;
}

const iso = (time: number): string => new Date(time).toISOString();

/** Epoch milliseconds of a timestamptz expression. */
export const millis = (expression: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(date_part('epoch', ${expression}) * 1000)::bigint`;

/**
 * `edge`: the incidents in the two partial quarter hours at the window's ends. All other parts of a figure come from rollups, so
 * that its cost does not grow with the number of incidents.
 */
function edge({ tenantId, rule, period }: FigureScope): RawBuilder<unknown> {
  const { head, tail } = splitWindow(period);
  const span = ({ from, to }: Span) => sql`
    SELECT occurred_at, service_account_key, service_account, computer_key, computer, server_key, server,
      subject_user_key, subject_user, failure_reason, source_hosts, severity
    FROM scout.incidents
    WHERE tenant_id = ${tenantId} AND rule = ${rule} AND occurred_at >= ${iso(from)} AND occurred_at < ${iso(to)}`;
  return sql`edge AS MATERIALIZED (${span(head)} UNION ALL ${span(tail)})`;
}

/**
 * Common table expressions: `edge`, the incidents in the two partial quarter hours at the window's ends; `nearly_whole`, the sum of nearly
 * the whole window; `windows`, the same with that of the quarter hour before it, which the window loses first; `summed`, the sums that cover
 * the rest: these, or the longest of whole days with those of single days beside it; `late`, what came for `windows` after they were made;
 * `counted`, the rollups of the quarter hours outside the sums, with pairs by the day on days without any, and `late`. A late event removes
 * sums of days.
 */
export function windowParts(scope: FigureScope): RawBuilder<unknown> {
  const { tenantId, rule } = scope;
  const { quarters } = splitWindow(scope.period);
  const days = wholeUnits(quarters, DAY);
  const at = (time: number) => sql`${iso(time)}::timestamptz`;
  const end = sql`coalesce(ended_at, first_day + days * interval '24 hours')`;
  const sums = (
    { from, to }: Span,
    marker: 'cut-hour' | 'quarter',
  ) => sql`SELECT days, first_day, ${end} AS end_at FROM scout.rollup_sums
    WHERE tenant_id = ${tenantId} AND rule = ${rule} AND dimension = ${marker}
      AND first_day >= ${iso(from)} AND ${end} <= ${at(to)}`;
  const ofDays = sql`${sums(days, 'quarter')} AND ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM nearly_whole)`;
  // Known when the statement is planned, so that partitions outside are left out.
  const within = sql`bucket >= ${iso(quarters.from)} AND bucket < ${iso(quarters.to)}`;
  const { names, pairs = [] } = RULES[rule];
  const byQuarter = dimensionsOf([...names, ...pairs]);
  const byDay = dimensionsOf([...names, ...pairs.map((pair) => `${pair}-day` as const)]);
  return sql`${edge(scope)},
    nearly_whole AS MATERIALIZED (
      ${sums(quarters, 'cut-hour')} AND ended_at <= (SELECT window_end FROM scout.summed_tenants WHERE tenant_id = ${tenantId})
        AND first_day < ${at(quarters.from + DAY)} AND ended_at > ${at(quarters.to - DAY)}
      ORDER BY first_day, ended_at DESC LIMIT 1
    ),
    windows AS MATERIALIZED (
      SELECT * FROM nearly_whole
      UNION ALL
      SELECT s.days, s.first_day, w.first_day FROM nearly_whole w, scout.rollup_sums s
      WHERE s.tenant_id = ${tenantId} AND s.rule = ${rule} AND s.dimension = 'cut-hour' AND s.days = w.days AND s.ended_at = w.first_day
        AND s.first_day >= ${iso(quarters.from)}
    ),
    longest AS MATERIALIZED (${ofDays} AND days > 1 ORDER BY days DESC LIMIT 1),
    summed AS MATERIALIZED (
      SELECT * FROM windows
      UNION ALL
      SELECT * FROM longest
      UNION ALL
      SELECT * FROM (${ofDays} AND days = 1) AS s
      WHERE NOT EXISTS (SELECT 1 FROM longest l WHERE s.first_day >= l.first_day AND s.first_day < l.end_at)
    ),
    spans AS MATERIALIZED (
      SELECT ${at(quarters.from)} AS from_at, coalesce((SELECT min(first_day) FROM windows), ${at(days.from)}) AS to_at,
        ${byQuarter} AS dimensions
      UNION ALL
      SELECT coalesce((SELECT end_at FROM nearly_whole), ${at(days.to)}), ${at(quarters.to)}, ${byQuarter}
      UNION ALL
      SELECT day, day + interval '24 hours', ${byDay}
      FROM generate_series(${at(days.from)}, ${at(days.to - 1)}, interval '24 hours') AS day
      WHERE NOT EXISTS (SELECT 1 FROM nearly_whole)
        AND NOT EXISTS (SELECT 1 FROM summed s WHERE day + interval '24 hours' > s.first_day AND day < s.end_at)
    ),
    late AS MATERIALIZED (
      SELECT split_part(r.dimension, '/', 2) AS dimension, bucket, key, value_key, label, value_label, n, first_at
      FROM nearly_whole CROSS JOIN LATERAL (
        SELECT * FROM scout.rollups WHERE tenant_id = ${tenantId} AND rule = ${rule}
          AND dimension >= ${LATE} AND dimension < ${AFTER_LATE} AND bucket >= (SELECT min(first_day) FROM windows) AND bucket < end_at
          AND ${within} OFFSET 0) AS r
    ),
    counted AS MATERIALIZED (
      -- The offset forces a lookup for each span; a plain join might read the rows of all time.
      SELECT r.*, false AS is_late FROM spans CROSS JOIN LATERAL (
        SELECT dimension, bucket, key, value_key, label, value_label, n, first_at FROM scout.rollups
        WHERE tenant_id = ${tenantId} AND rule = ${rule} AND dimension = ANY (dimensions)
          AND bucket >= from_at AND bucket < to_at AND ${within} OFFSET 0) AS r
      UNION ALL
      SELECT *, true FROM late
    )`;
}

const dimensionsOf = (dimensions: readonly Dimension[]): RawBuilder<unknown> =>
  sql.raw(`ARRAY['${dimensions.join("','")}']`);

/** Columns of the sums of one dimension, an element of their arrays each. */
function sumsOf(
  { tenantId, rule }: FigureScope,
  dimension: NameDimension | PairDimension | 'cut-hour' | 'quarter',
  arrays: readonly ('keys' | 'value_keys' | 'labels' | 'n' | 'first_at' | 'hours' | 'peaks' | 'lists')[],
  sums: RawBuilder<unknown> = sql`summed`,
): RawBuilder<unknown> {
  // Several times as fast as unnest() with several arrays. The offset forces a lookup for each sum.
  const elements = arrays.map((array) => sql`unnest(s.${sql.ref(array)}) AS ${sql.ref(array)}`);
  return sql`SELECT ${sql.join(elements)} FROM ${sums} AS t CROSS JOIN LATERAL (SELECT * FROM scout.rollup_sums s WHERE s.tenant_id = ${tenantId}
    AND s.rule = ${rule} AND s.days = t.days AND s.first_day = t.first_day AND s.dimension = ${dimension} OFFSET 0) AS s`;
}

/** The names of one dimension over the window's whole quarter hours, as `key, label, n, first_at`. */
export function namesOf(scope: FigureScope, dimension: NameDimension): RawBuilder<unknown> {
  return sql`SELECT key, label, n, first_at FROM counted WHERE dimension = ${dimension}
    UNION ALL ${sumsOf(scope, dimension, ['keys', 'labels', 'n', 'first_at'])}`;
}

/**
 * The pairs of one dimension over the window's whole quarter hours, as `key, value_key, label, first_at`, without those that sums of
 * nearly the whole window list ({@link listedPairs}, {@link pairLists}).
 */
export function pairRollups(scope: FigureScope, dimension: PairDimension): RawBuilder<unknown> {
  return sql`SELECT key, value_key, value_label AS label, first_at FROM counted
    WHERE dimension IN (${dimension}, ${`${dimension}-day`})
    UNION ALL ${sumsOf(scope, dimension, ['keys', 'value_keys', 'labels', 'first_at'], sql`(SELECT * FROM summed WHERE NOT EXISTS (SELECT FROM nearly_whole))`)}`;
}

/** The values of each account in the sums of nearly the whole window, as `keys, n, lists`: their number, and JSON of each. */
export const pairLists = (scope: FigureScope, dimension: PairDimension): RawBuilder<unknown> =>
  sumsOf(scope, dimension, ['keys', 'n', 'lists'], sql`windows`);

/** The same as rows, as `key, value_key, label, first_at`. */
export const listedPairs = (scope: FigureScope, dimension: PairDimension): RawBuilder<unknown> =>
  sql`SELECT keys, (pair->>0) COLLATE "C", (pair->>1) COLLATE "C", 'epoch'::timestamptz + (pair->>2)::bigint * interval '1 millisecond'
    FROM (${pairLists(scope, dimension)}) AS listed, json_array_elements(lists::json) AS pair`;

/**
 * Accounts with their distinct clock hours (in UTC, as of the epoch) and the count of the busiest one, as `key, hours, peak`.
 * @param isWanted a condition for their `key`
 */
export function hoursOf(scope: FigureScope, isWanted: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql`SELECT key, sum(hours) AS hours, max(peak) AS peak
    FROM (
      SELECT key, 1 AS hours, sum(n) AS peak
      FROM (
        SELECT key, date_trunc('hour', bucket, 'UTC') AS hour, n FROM counted WHERE dimension = 'account' AND NOT is_late
        UNION ALL
        SELECT service_account_key, date_trunc('hour', occurred_at, 'UTC'), 1 FROM edge
        UNION ALL ${sumsOf(scope, 'cut-hour', ['keys', 'first_at', 'n'])}
        UNION ALL
        SELECT key, hour, n FROM (${lateByHour}) AS added WHERE NOT EXISTS (${wholeIn})
      ) AS parts
      WHERE ${isWanted}
      GROUP BY key, hour
      UNION ALL
      SELECT * FROM (${sumsOf(scope, 'account', ['keys', 'hours', 'peaks'])}) AS summed (key, hours, peak) WHERE ${isWanted}
      UNION ALL
      SELECT * FROM (${lateHours(scope)}) AS late_hours (key, hours, peak) WHERE ${isWanted}
    ) AS hourly (key, hours, peak)
    GROUP BY key`;
}

/** Late failures of accounts by clock hour, as `key, hour, n`. */
const lateByHour = sql`SELECT key, date_trunc('hour', bucket, 'UTC') AS hour, sum(n) AS n FROM late WHERE dimension = 'account' GROUP BY 1, 2`;

/** A query of the sum of nearly the whole window, if the clock hour `hour` lies wholly within it. Sums have those that they cut in rows of their own. */
const wholeIn = sql`SELECT FROM nearly_whole WHERE hour >= date_trunc('hour', first_day + interval '45 minutes', 'UTC')
  AND hour < date_trunc('hour', end_at, 'UTC')`;

/** Additions by late events to the clock hours that the sum of nearly the whole window counts: an hour, if there were no others in it, and its count. */
function lateHours({ tenantId, rule, period }: FigureScope): RawBuilder<unknown> {
  const { quarters } = splitWindow(period);
  return sql`SELECT key, CASE WHEN total > n THEN 0 ELSE 1 END, total FROM (${lateByHour}) AS added, LATERAL (
      SELECT sum(r.n) AS total FROM scout.rollups r WHERE r.tenant_id = ${tenantId} AND r.rule = ${rule} AND r.dimension = 'account'
        AND r.bucket = ANY (ARRAY[hour, hour + interval '15 minutes', hour + interval '30 minutes', hour + interval '45 minutes'])
        AND r.bucket >= ${iso(quarters.from)} AND r.bucket < ${iso(quarters.to)} AND r.key = added.key AND r.value_key = '' OFFSET 0
    ) AS now WHERE EXISTS (${wholeIn})`;
}

/** Columns of `edge` for each name dimension. */
const EDGE_NAMES = {
  account: sql`service_account_key AS key, service_account AS label`,
  host: sql`computer_key AS key, computer AS label`,
  server: sql`server_key AS key, server AS label`,
  user: sql`subject_user_key AS key, subject_user AS label`,
  severity: sql`severity AS key, severity AS label`,
} as const satisfies Record<NameDimension, unknown>;

/**
 * Common table expressions, of which two are for others: `<name>_counted`, the count of each name, and `<name>`, the {@link LIST_LIMIT}
 * most frequent names with the spelling of their earliest event (key, count, label, first_at). Spellings are read for these alone. Orders
 * are by code point.
 */
export function tallies(name: string, scope: FigureScope, dimension: NameDimension): RawBuilder<unknown> {
  const counted = sql.id(`${name}_counted`);
  const atEdges = sql.id(`${name}_at_edges`);
  const parts = sql`SELECT key, label, n, first_at FROM (${namesOf(scope, dimension)}) AS names UNION ALL SELECT * FROM ${atEdges}`;
  return sql`
    ${atEdges} AS MATERIALIZED (
      SELECT key, label, count(*) AS n, min(occurred_at) AS first_at
      FROM (SELECT ${EDGE_NAMES[dimension]}, occurred_at FROM edge) AS e WHERE key IS NOT NULL GROUP BY key, label
    ),
    ${counted} AS MATERIALIZED (SELECT key, sum(n)::bigint AS count FROM (${parts}) AS parts GROUP BY key),
    ${sql.id(name)} AS MATERIALIZED (
      SELECT DISTINCT ON (key) key, count, label, first_at
      FROM (SELECT * FROM ${counted} ORDER BY count DESC, key LIMIT ${sql.lit(LIST_LIMIT)}) AS ranked
        JOIN (${parts}) AS parts USING (key)
      ORDER BY key, first_at, label
    )`;
}

/** Detection's `Tally[]` of a {@link tallies} expression. */
export const talliesJson = (name: string): RawBuilder<unknown> =>
  columnsJson(
    { key: sql`key`, count: sql`count`, label: sql`label`, firstAt: millis(sql`first_at`) },
    sql.id(name),
  );

/** The untruncated numbers of all events and of all distinct names in a {@link tallies} expression. */
export const totalOf = (name: string): RawBuilder<unknown> =>
  sql`(SELECT coalesce(sum(count), 0) FROM ${sql.id(`${name}_counted`)})`;
export const distinctOf = (name: string): RawBuilder<unknown> =>
  sql`(SELECT count(*) FROM ${sql.id(`${name}_counted`)})`;

/** The number of incidents that have a name of a dimension, or this one; without a table of its names. */
export function totalWith(scope: FigureScope, dimension: NameDimension, key?: string): RawBuilder<unknown> {
  const named = key === undefined ? sql`key IS NOT NULL` : sql`key = ${key}`;
  return sql`(SELECT count(*) FROM (SELECT ${EDGE_NAMES[dimension]} FROM edge) AS e WHERE ${named})
    + (SELECT coalesce(sum(n), 0) FROM (${namesOf(scope, dimension)}) AS names WHERE ${named})`;
}

/** Incidents per quarter hour that are in no sum, as `bucket, n`. */
const uncountedQuarters = sql`
  SELECT bucket, n FROM counted WHERE dimension = 'account'
  UNION ALL
  SELECT date_bin('15 minutes', occurred_at, 'epoch'), 1 FROM edge`;

/** Incidents per quarter hour, as `bucket, n`. */
export function quarterCounts(scope: FigureScope): RawBuilder<unknown> {
  return sql`SELECT bucket, sum(n)::bigint AS n
    FROM (${uncountedQuarters}
      UNION ALL ${sumsOf(scope, 'quarter', ['first_at', 'n'])}
    ) AS parts
    GROUP BY bucket`;
}

/**
 * Detection's `QuarterTally[]`, a quarter hour more than once where it is added up later; partial ones at both ends of the window count
 * their part inside it.
 */
export const quartersJson = (scope: FigureScope): RawBuilder<unknown> =>
  columnsJson(
    { bucket: millis(sql`bucket`), count: sql`n` },
    sql`(
      SELECT bucket, sum(n)::bigint AS n FROM (${uncountedQuarters}) AS uncounted GROUP BY bucket
      UNION ALL ${sumsOf(scope, 'quarter', ['first_at', 'n'])}
    ) AS quarters`,
  );

/**
 * Rows as JSON by column, which PostgreSQL makes several times as fast as an object for each row; see {@link rowsOf}.
 * @param from what follows FROM
 */
export function columnsJson(
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const values = Object.entries(columns).map(
    ([name, value]) => sql`${sql.lit(name)}, coalesce(json_agg(${value}), '[]')`,
  );
  return sql`(SELECT json_build_object(${sql.join(values)}) FROM ${from})`;
}

/** Values of {@link columnsJson}. */
export type Columns = Readonly<Record<string, readonly unknown[]>>;

/** The rows of {@link columnsJson}. */
export function rowsOf<T>(columns: Columns): T[] {
  const named = Object.entries(columns);
  return Array.from(named[0]?.[1] ?? [], (_, position) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of named) row[name] = values[position];
    return row as T;
  });
}

/** Detection's `ListedIncident[]`: the `limit` newest incidents of the window, as JSON by column. */
export function newestJson({ tenantId, rule, period }: FigureScope, limit: number): RawBuilder<unknown> {
  const { since, until } = splitWindow(period);
  return columnsJson(
    {
      id: sql`batch_id || '-' || lpad(batch_index::text, 6, '0')`,
      time: millis(sql`occurred_at`),
      serviceAccount: sql`service_account`,
      computer: sql`computer`,
      server: sql`server`,
      subjectUser: sql`subject_user`,
      process: sql`process`,
      change: sql`CASE WHEN change_type IS NOT NULL
        THEN json_build_object('type', change_type, 'severity', severity, 'description', description) END`,
    },
    sql`(
      SELECT * FROM scout.incidents
      WHERE tenant_id = ${tenantId} AND rule = ${rule}
        AND occurred_at >= ${iso(since)} AND occurred_at <= ${iso(until)}
      ORDER BY occurred_at DESC, batch_id DESC, batch_index DESC
      LIMIT ${sql.lit(limit)}
    ) AS newest`,
  );
}
