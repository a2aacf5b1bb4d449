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
export function edge({ tenantId, rule, period }: FigureScope): RawBuilder<unknown> {
  const { head, tail } = splitWindow(period);
  const span = ({ from, to }: Span) => sql`
    SELECT occurred_at, service_account_key, service_account, computer_key, computer, server_key, server,
      subject_user_key, subject_user, failure_reason, source_hosts, severity
    FROM scout.incidents
    WHERE tenant_id = ${tenantId} AND rule = ${rule} AND occurred_at >= ${iso(from)} AND occurred_at < ${iso(to)}`;
  return sql`edge AS MATERIALIZED (${span(head)} UNION ALL ${span(tail)})`;
}

/** The rollup rows of one dimension over the window's whole quarter hours, or part of them. */
export function rollups(
  { tenantId, rule, period }: FigureScope,
  dimension: Dimension,
  { from, to }: Span = splitWindow(period).quarters,
): RawBuilder<unknown> {
  return sql`scout.rollups
    WHERE tenant_id = ${tenantId} AND rule = ${rule} AND dimension = ${dimension}
      AND bucket >= ${iso(from)} AND bucket < ${iso(to)}`;
}

/**
 * The pairs of one dimension over the window's whole quarter hours, as `key, value_key, label, first_at`: whole days from daily
 * rollups, which are up to 96 times fewer, and the rest of the first and last day from quarter hours.
 */
export function pairRollups(scope: FigureScope, dimension: PairDimension): RawBuilder<unknown> {
  const { from, to } = splitWindow(scope.period).quarters;
  const days = wholeUnits({ from, to }, DAY);
  const part = (of: Dimension, span: Span) =>
    sql`SELECT key, value_key, value_label AS label, first_at FROM ${rollups(scope, of, span)}`;
  return sql`${part(dimension, { from, to: days.from })}
    UNION ALL ${part(`${dimension}-day`, days)}
    UNION ALL ${part(dimension, { from: days.to, to })}`;
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
        SELECT key, label, n, first_at FROM ${rollups(scope, dimension)}
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
    + (SELECT coalesce(sum(n), 0) FROM ${rollups(scope, dimension)} AND ${named})`;
}

/** Detection's `QuarterTally[]`: incidents per quarter hour; partial ones at both ends of the window count their part inside it. */
export function quartersJson(scope: FigureScope): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(json_build_object('bucket', ${millis(sql`bucket`)}, 'count', n)), '[]')
    FROM (
      SELECT bucket, sum(n) AS n
      FROM (
        SELECT bucket, n FROM ${rollups(scope, 'account')}
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
