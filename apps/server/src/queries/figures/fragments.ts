import {
  type Incident,
  LIST_LIMIT,
  type NameDimension,
  type PairDimension,
  type Period,
  type RuleId,
  type Span,
  splitWindow,
  wholeUnits,
} from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../database/pool.ts';
import type { Dimension } from '../../ingest/rollups.ts';
import { readFormerSubjects } from '../formerSubjects.ts';

/** Organization and window of the figures. */
export interface FigureScope {
  readonly tenantId: string;
  readonly rule: RuleId;
  readonly period: Period;
}

const iso = (time: number): string => new Date(time).toISOString();

/** Epoch milliseconds of a timestamptz expression. */
export const millis = (expression: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(extract(epoch FROM ${expression}) * 1000)::bigint`;

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

/** The rollup rows of one dimension in part of the window. */
function rollups(
  { tenantId, rule }: FigureScope,
  dimension: Dimension,
  { from, to }: Span,
): RawBuilder<unknown> {
  return sql`scout.rollups
    WHERE tenant_id = ${tenantId} AND rule = ${rule} AND dimension = ${dimension}
      AND bucket >= ${iso(from)} AND bucket < ${iso(to)}`;
}

/** The window's whole quarter hours, split at UTC days. */
function splitDays({ period }: FigureScope): { head: Span; days: Span; tail: Span } {
  const { from, to } = splitWindow(period).quarters;
  const days = wholeUnits({ from, to }, DAY);
  return { head: { from, to: days.from }, days, tail: { from: days.to, to } };
}

/**
 * Three common table expressions: `edge`, the incidents in the two partial quarter hours at the window's ends; `summed`, the sums
 * that cover its whole days, the longest and those of single days beside it; `gap`, its days without any. A day is without while a
 * late event or a batch of an earlier version has changed it.
 */
export function windowParts(scope: FigureScope): RawBuilder<unknown> {
  const { tenantId, rule } = scope;
  const { from, to } = splitDays(scope).days;
  const end = sql`first_day + days * interval '24 hours'`;
  const sums = sql`SELECT days, first_day, ${end} AS end_day FROM scout.rollup_sums
    WHERE tenant_id = ${tenantId} AND rule = ${rule} AND dimension = 'quarter'
      AND first_day >= ${iso(from)} AND ${end} <= ${iso(to)}::timestamptz
      AND NOT EXISTS (SELECT FROM scout.batches WHERE tenant_id = ${tenantId} AND NOT summed)`;
  return sql`${edge(scope)},
    longest AS MATERIALIZED (${sums} AND days > 1 ORDER BY days DESC LIMIT 1),
    summed AS MATERIALIZED (
      SELECT * FROM longest
      UNION ALL
      SELECT * FROM (${sums} AND days = 1) AS s
      WHERE NOT EXISTS (SELECT FROM longest l WHERE s.first_day >= l.first_day AND s.first_day < l.end_day)
    ),
    gap AS MATERIALIZED (
      SELECT day FROM generate_series(${iso(from)}::timestamptz, ${iso(to - 1)}::timestamptz, interval '24 hours') AS day
      WHERE NOT EXISTS (SELECT FROM summed s WHERE day >= s.first_day AND day < s.end_day)
    ),
    account_quarters AS (${quartersOf(scope, 'account')})`;
}

/** The rows of one dimension by quarter hour, outside the sums. */
function quartersOf(scope: FigureScope, dimension: NameDimension): RawBuilder<unknown> {
  const { head, tail } = splitDays(scope);
  const columns = sql`bucket, key, label, n, first_at`;
  return sql`SELECT ${columns} FROM ${rollups(scope, dimension, head)}
    UNION ALL SELECT ${columns} FROM ${rollups(scope, dimension, tail)}
    UNION ALL SELECT r.* FROM gap CROSS JOIN LATERAL (
      SELECT ${columns} FROM scout.rollups
      WHERE tenant_id = ${scope.tenantId} AND rule = ${scope.rule} AND dimension = ${dimension}
        AND bucket >= day AND bucket < day + interval '24 hours') AS r`;
}

/** The sums of one dimension, an element of the arrays `u` each. */
export function sumsOf(
  { tenantId, rule }: FigureScope,
  dimension: NameDimension | PairDimension | 'quarter',
): RawBuilder<unknown> {
  return sql`summed JOIN scout.rollup_sums s ON s.tenant_id = ${tenantId} AND s.rule = ${rule} AND s.days = summed.days
      AND s.first_day = summed.first_day AND s.dimension = ${dimension}
    CROSS JOIN LATERAL unnest(s.keys, s.value_keys, s.labels, s.n, s.first_at, s.hours, s.peaks)
      AS u (key, value_key, label, n, first_at, hours, peak)`;
}

/** The names of one dimension over the window's whole quarter hours, as `key, label, n, first_at`. */
function namesOf(scope: FigureScope, dimension: NameDimension): RawBuilder<unknown> {
  const quarters =
    dimension === 'account' ? sql`account_quarters` : sql`(${quartersOf(scope, dimension)}) AS quarters`;
  return sql`SELECT key, label, n, first_at FROM ${quarters}
    UNION ALL SELECT u.key, u.label, u.n, u.first_at FROM ${sumsOf(scope, dimension)}`;
}

/**
 * The pairs of one dimension over the window's whole quarter hours, as `key, value_key, label, first_at`: whole days from their sums
 * or daily rollups, and the rest of the first and last day from quarter hours.
 */
export function pairRollups(scope: FigureScope, dimension: PairDimension): RawBuilder<unknown> {
  const { head, tail } = splitDays(scope);
  const columns = sql`key, value_key, value_label AS label, first_at`;
  return sql`SELECT ${columns} FROM ${rollups(scope, dimension, head)}
    UNION ALL SELECT ${columns} FROM ${rollups(scope, dimension, tail)}
    UNION ALL SELECT r.* FROM gap CROSS JOIN LATERAL (
      SELECT ${columns} FROM scout.rollups
      WHERE tenant_id = ${scope.tenantId} AND rule = ${scope.rule} AND dimension = ${`${dimension}-day`} AND bucket = day) AS r
    UNION ALL SELECT u.key, u.value_key, u.label, u.first_at FROM ${sumsOf(scope, dimension)}`;
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
 * Two common table expressions: `<name>_spelled`, the frequency of each spelling of each name, and `<name>`, the {@link
 * LIST_LIMIT} most frequent names with the spelling of their earliest event (key, count, label, first_at). Orders are by code
 * point.
 */
export function tallies(name: string, scope: FigureScope, dimension: NameDimension): RawBuilder<unknown> {
  const spelled = sql.id(`${name}_spelled`);
  return sql`
    ${spelled} AS MATERIALIZED (
      SELECT key, label, sum(n) AS n, min(first_at) AS first_at
      FROM (
        SELECT key, label, n, first_at FROM (${namesOf(scope, dimension)}) AS names
        UNION ALL
        SELECT key, label, 1, occurred_at FROM (SELECT ${EDGE_NAMES[dimension]}, occurred_at FROM edge) AS e
        WHERE key IS NOT NULL
      ) AS parts
      GROUP BY key, label
    ),
    ${sql.id(name)} AS MATERIALIZED (
      SELECT key, sum(n) AS count, (array_agg(label ORDER BY first_at, label))[1] AS label, min(first_at) AS first_at
      FROM ${spelled}
      GROUP BY key
      ORDER BY count DESC, key
      LIMIT ${sql.lit(LIST_LIMIT)}
    )`;
}

/** Detection's `Tally[]` of a {@link tallies} expression, as JSON. */
export function talliesJson(name: string): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(json_build_object(
      'key', key, 'count', count, 'label', label, 'firstAt', ${millis(sql`first_at`)})), '[]')
    FROM ${sql.id(name)})`;
}

/** The untruncated numbers of all events and of all distinct names in a {@link tallies} expression. */
export const totalOf = (name: string): RawBuilder<unknown> =>
  sql`(SELECT coalesce(sum(n), 0) FROM ${sql.id(`${name}_spelled`)})`;
export const distinctOf = (name: string): RawBuilder<unknown> =>
  sql`(SELECT count(DISTINCT key) FROM ${sql.id(`${name}_spelled`)})`;

/** The number of incidents that have a name of a dimension, or this one; without a table of its names. */
export function totalWith(scope: FigureScope, dimension: NameDimension, key?: string): RawBuilder<unknown> {
  const named = key === undefined ? sql`key IS NOT NULL` : sql`key = ${key}`;
  return sql`(SELECT count(*) FROM (SELECT ${EDGE_NAMES[dimension]} FROM edge) AS e WHERE ${named})
    + (SELECT coalesce(sum(n), 0) FROM (${namesOf(scope, dimension)}) AS names WHERE ${named})`;
}

/** Detection's `QuarterTally[]`: incidents per quarter hour; partial ones at both ends of the window count their part inside it. */
export function quartersJson(scope: FigureScope): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(json_build_object('bucket', ${millis(sql`bucket`)}, 'count', n)), '[]')
    FROM (
      SELECT bucket, sum(n) AS n
      FROM (
        SELECT bucket, n FROM account_quarters
        UNION ALL
        SELECT u.first_at, u.n FROM ${sumsOf(scope, 'quarter')}
        UNION ALL
        SELECT date_bin('15 minutes', occurred_at, 'epoch'), 1 FROM edge
      ) AS parts
      GROUP BY bucket
    ) AS quarters)`;
}

/** Detection's `Incident[]`: the `limit` newest incidents of the window, as JSON. */
export function newestJson({ tenantId, rule, period }: FigureScope, limit: number): RawBuilder<unknown> {
  const { since, until } = splitWindow(period);
  return sql`(SELECT coalesce(json_agg(json_build_object(
      'id', batch_id || '-' || lpad(batch_index::text, 6, '0'), 'rule', rule, 'time', ${millis(sql`occurred_at`)},
      'serviceAccount', service_account, 'serviceAccountKey', service_account_key,
      'computer', computer, 'computerKey', computer_key, 'server', server, 'serverKey', server_key,
      'subjectUser', subject_user, 'subjectUserKey', subject_user_key,
      'process', process, 'failureReason', failure_reason, 'sourceHosts', source_hosts,
      'change', CASE WHEN change_type IS NOT NULL
        THEN json_build_object('type', change_type, 'severity', severity, 'description', description) END)), '[]')
    FROM (
      SELECT * FROM scout.incidents
      WHERE tenant_id = ${tenantId} AND rule = ${rule}
        AND occurred_at >= ${iso(since)} AND occurred_at <= ${iso(until)}
      ORDER BY occurred_at DESC, batch_id DESC, batch_index DESC
      LIMIT ${sql.lit(limit)}
    ) AS newest)`;
}

/** The same incidents with their actors, read from the event if necessary. */
export async function withSubjects(
  tx: Transaction,
  tenantId: string,
  incidents: readonly Incident[],
): Promise<Incident[]> {
  const former = await readFormerSubjects(tx, tenantId, incidents);
  return incidents.map((incident) => ({
    ...incident,
    subjectUser: incident.subjectUser ?? former.get(incident.id) ?? null,
  }));
}
