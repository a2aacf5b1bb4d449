import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from '../../../../platform/database/schema.ts';
import type { EventColumn } from './packedColumns.ts';

/** Events of an organization between two times, both included; ISO, or SQL expressions, as a cursor needs, which takes no parameters. */
export interface EventRange {
  readonly tenantId: string | RawBuilder<unknown>;
  readonly from: string | RawBuilder<unknown>;
  readonly to: string | RawBuilder<unknown>;
  /** A further end, exclusive, that only the database knows: others let it leave out partitions while it plans. */
  readonly before?: RawBuilder<unknown>;
}

/** Stored events with some columns. */
export type Stored<Column extends EventColumn> = Pick<Selectable<DB['tenant_events']>, Column>;

/** A query over stored events. */
export interface EventQuery<Column extends EventColumn> {
  readonly columns: readonly Column[];
  readonly range: EventRange;
  /** A condition on any columns of `columns`. */
  readonly where?: RawBuilder<unknown>;
  /** A further condition on rows that are not packed, on any of their columns. */
  readonly whereLive?: RawBuilder<unknown>;
  /** Also in transactions of an owner of accounts, who may not read arrays; of the columns that such a person may read. Not on a distributed database. */
  readonly forOwners?: boolean;
}

/**
 * The stored events of a range, as a subquery for FROM: rows of tenant_events, and those of packed days, of which only the rows of
 * packed_events that overlap the range are read, and of these only the arrays of `columns`. Conditions of the outer query reach
 * both. One statement sees each event once, also while it is being packed.
 */
export function storedEvents<Column extends EventColumn>(
  query: EventQuery<Column>,
): RawBuilder<Stored<Column>> {
  return sql`(${liveEvents(query)} UNION ALL ${packedEvents(query)} ${ownersEvents(query)})`;
}

/**
 * The stored events of one moment (an SQL expression), as a subquery for FROM or LATERAL: of packed ones only the elements of that
 * moment are read.
 */
export function storedEventsAt<Column extends EventColumn>({
  columns,
  tenantId,
  at,
  where = sql`true`,
  forOwners = false,
}: Omit<EventQuery<Column>, 'range'> & {
  readonly tenantId: string;
  readonly at: RawBuilder<unknown>;
}): RawBuilder<Stored<Column>> {
  const range = { tenantId, from: at, to: at };
  const values = columns.map((column) =>
    column === 'occurred_at'
      ? sql`${at} AS occurred_at`
      : sql`c.${sql.ref(column)}[u.place] AS ${sql.ref(column)}`,
  );
  // OFFSET keeps the elements from being taken before the place is found.
  return sql`(${liveEvents({ columns, range, where })}
    UNION ALL
    SELECT ${listed(columns)} FROM (
      SELECT ${sql.join(values)} FROM scout.packed_events c, LATERAL (
        SELECT place FROM unnest(c.at) WITH ORDINALITY AS u (at, place)
        WHERE u.at = (extract(epoch FROM ${at} - c.first_at) * 1000)::integer OFFSET 0
      ) AS u
      WHERE c.tenant_id = ${tenantId} AND c.first_at >= date_trunc('day', ${at}, 'UTC') AND c.first_at <= ${at} AND c.last_at >= ${at}
    ) AS unpacked WHERE ${where} ${ownersEvents({ columns, range, where, forOwners })})`;
}

interface NewestOptions {
  readonly most: number;
  readonly types?: readonly string[] | undefined;
  readonly byHour?: boolean;
}

/**
 * The newest events of a range as a subquery for FROM, at most `most`; equal times are ordered by identity, descending. Reads the
 * rows first, and then as few packed ones as may be among them.
 *
 * @param query with the columns of time and identity @param most at least 1
 * @param types counts only these types as candidates; `where` must let the same pass
 * @param byHour looks for rows of the types in the hours that count any; only if `where` lets all of them pass
 */
export function newestEvents<Column extends EventColumn>(
  query: EventQuery<Column>,
  { most, types, byHour = false }: NewestOptions,
): RawBuilder<Stored<Column>> {
  const { columns, range } = query;
  const { tenantId } = range;
  const candidates =
    types === undefined
      ? sql`c.n`
      : sql`(SELECT coalesce(sum(k.n), 0) FROM unnest(c.types, c.type_counts) AS k (type, n) WHERE k.type IN (${sql.join(types)}))`;
  const newest = sql`ORDER BY occurred_at DESC, batch_id DESC, batch_index DESC LIMIT ${sql.lit(most)}`;
  // From where on packed events count: the last of enough rows, or the beginning of enough packed ones.
  const reach = sql`greatest(${time(range.from)},
      (SELECT occurred_at FROM live ORDER BY occurred_at DESC OFFSET ${sql.lit(most - 1)} LIMIT 1),
      (SELECT first_at FROM (
         SELECT c.first_at, sum(${candidates}) OVER (ORDER BY c.first_at DESC, c.chunk_id DESC) AS total
         FROM scout.packed_events c
         WHERE c.tenant_id = ${tenantId} AND c.first_at >= ${time(range.from)} AND c.first_at < ${time(range.to)}
           AND c.last_at < ${time(range.to)}
       ) AS counted WHERE total >= ${sql.lit(most)} ORDER BY first_at DESC LIMIT 1))`;
  const packed = packedEvents({ ...query, range: { ...range, from: sql`(SELECT at FROM reach)` } });
  const live =
    types !== undefined && byHour
      ? sql`SELECT ${listed(columns)} FROM ${countedHours(range, types, most)} AS h CROSS JOIN LATERAL (
          ${liveEvents(query)} AND occurred_at >= h.begins AND occurred_at < h.ends ${newest}) AS of_hour ${newest}`
      : sql`${liveEvents(query)} ${newest}`;
  return sql`(WITH live AS MATERIALIZED (${live}), reach AS MATERIALIZED (SELECT ${reach} AS at)
    SELECT ${listed(columns)} FROM (SELECT ${listed(columns)} FROM live UNION ALL ${packed}) AS either ${newest})`;
}

/**
 * The newest hours of a range with events of these types, as many as hold `most` of them, and the time before events were counted; a
 * subquery for FROM with rows (begins, ends). Of the last hour, a part may be after the range.
 */
function countedHours({ tenantId, from, to }: EventRange, types: readonly string[], most: number) {
  const countedFrom = sql`(SELECT counted_from FROM scout.tenants WHERE tenant_id = ${tenantId})`;
  return sql`(
    SELECT hour AS begins, hour + interval '1 hour' AS ends FROM (
      SELECT hour, coalesce(sum(n) FILTER (WHERE hour + interval '1 hour' <= ${time(to)}) OVER (
        ORDER BY hour DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
      FROM (
        SELECT hour, sum(n) AS n FROM scout.event_counts
        WHERE tenant_id = ${tenantId} AND hour >= greatest(date_trunc('hour', ${time(from)}, 'UTC'), ${countedFrom}) AND hour <= ${time(to)}
          AND event_type IN (${sql.join(types)})
        GROUP BY hour
      ) AS hours
    ) AS summed WHERE newer < ${sql.lit(most)}
    UNION ALL
    SELECT ${time(from)}, ${countedFrom} WHERE ${time(from)} < ${countedFrom}
  )`;
}

/** The times of the oldest and newest stored event of a range as one row `oldest`, `newest`, each null without any. */
export function eventBounds(range: EventRange): RawBuilder<unknown> {
  const { tenantId, from, to } = range;
  const columns = ['occurred_at'] as const;
  const newest = newestEvents({ columns: ['occurred_at', 'batch_id', 'batch_index'], range }, { most: 1 });
  return sql`(SELECT
    least((SELECT min(occurred_at) FROM ${sql`(${liveEvents({ columns, range })})`} AS live),
      (SELECT c.first_at FROM scout.packed_events c
       WHERE c.tenant_id = ${tenantId} AND c.first_at >= ${time(from)} AND c.last_at <= ${time(to)}
       ORDER BY c.first_at LIMIT 1),
      (SELECT min(occurred_at) FROM (${packedEvents({ columns, range, part: 'cut' })}) AS cut)) AS oldest,
    (SELECT occurred_at FROM ${newest} AS last) AS newest)`;
}

/** The events of a range by type, as a subquery for FROM with rows (event_type, n); a type may have several. */
export function countedTypes(range: EventRange): RawBuilder<unknown> {
  const { tenantId, from, to } = range;
  const columns = ['occurred_at', 'event_type'] as const;
  return sql`(SELECT event_type, 1 AS n FROM (${liveEvents({ columns, range })}) AS live
    UNION ALL
    SELECT k.type, k.n FROM scout.packed_events c, unnest(c.types, c.type_counts) AS k (type, n)
    WHERE c.tenant_id = ${tenantId} AND c.first_at >= ${time(from)} AND c.first_at <= ${time(to)} AND c.last_at <= ${time(to)}
      ${endOf('c.first_at', range)} ${endOf('c.last_at', range)}
    UNION ALL
    SELECT event_type, 1 FROM (${packedEvents({ columns, range, part: 'cut' })}) AS cut)`;
}

const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

const time = (at: string | RawBuilder<unknown>) => (typeof at === 'string' ? sql`${at}::timestamptz` : at);

function liveEvents({ columns, range, where = sql`true`, whereLive = sql`true` }: EventQuery<EventColumn>) {
  return sql`SELECT ${listed(columns)} FROM scout.tenant_events
    WHERE tenant_id = ${range.tenantId} AND occurred_at >= ${time(range.from)} AND occurred_at <= ${time(range.to)}
      ${endOf('occurred_at', range)} AND ${where} AND ${whereLive}`;
}

const endOf = (column: string, { before }: EventRange) =>
  before === undefined ? sql`` : sql`AND ${sql.raw(column)} < ${before}`;

const ownersEvents = ({ columns, range, where = sql`true`, forOwners = false }: EventQuery<EventColumn>) =>
  forOwners
    ? sql`UNION ALL SELECT ${listed(columns)}
        FROM scout.packed_events_of_owner(${time(range.from)}, ${time(range.to)}) WHERE ${where}`
    : sql``;

/** @param part of which rows of packed_events: those that overlap the range, or those of which it has only a part */
function packedEvents({
  columns,
  range,
  where = sql`true`,
  part = 'overlapping',
}: EventQuery<EventColumn> & { readonly part?: 'overlapping' | 'cut' }) {
  const { tenantId, from, to, before } = range;
  const arrays = columns.filter((column) => column !== 'occurred_at');
  const values = arrays.map((column) => sql`u.${sql.ref(column)}`);
  const beyond = before === undefined ? sql`` : sql`OR c.last_at >= ${before}`;
  const cut =
    part === 'cut' ? sql`AND (c.first_at < ${time(from)} OR c.last_at > ${time(to)} ${beyond})` : sql``;
  // A day at most lies between the first and the last event of a row, so that the key finds the overlapping ones.
  return sql`SELECT ${listed(columns)} FROM (
      SELECT ${sql.join([sql`c.first_at + u.at * interval '1 millisecond' AS occurred_at`, ...values])} FROM scout.packed_events c,
        unnest(${sql.join([sql`c.at`, ...arrays.map((column) => sql`c.${sql.ref(column)}`)])}) AS u (${listed(['at', ...arrays])})
      WHERE c.tenant_id = ${tenantId} AND c.first_at >= date_trunc('day', ${time(from)}, 'UTC') AND c.first_at <= ${time(to)}
        AND c.last_at >= ${time(from)} ${endOf('c.first_at', range)} ${cut}
    ) AS unpacked WHERE occurred_at >= ${time(from)} AND occurred_at <= ${time(to)} ${endOf('occurred_at', range)} AND ${where}`;
}
