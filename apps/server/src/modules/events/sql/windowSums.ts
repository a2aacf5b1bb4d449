import {
  LIST_LIMIT,
  type NameDimension,
  type PairDimension,
  QUARTER,
  RULE_IDS,
  RULES,
  WINDOW_HOURS,
  wholeUnits,
} from '@scout/detection';
import { DAY, HOUR } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import type { StepResult } from '../../../platform/jobs/steps.ts';
import { AFTER_LATE, holdSums, LATE, lockSettings } from '../../ingest/index.ts';
import {
  type FigureScope,
  hoursOf,
  listedPairs,
  millis,
  namesOf,
  pairRollups,
  quarterCounts,
  windowParts,
} from './figures/fragments.ts';

/** The window moves on while a sum is in use: the sum starts this much later, and is used for as long. */
const IN_USE = 2 * QUARTER;
/** Of the windows, the default one and the last seven local days; a sum itself is a little shorter. */
const DEFAULT_DAYS = (WINDOW_HOURS * HOUR) / DAY;
const WEEK_DAYS = 7;

/** A sum to be made. */
interface Window {
  readonly days: number;
  readonly from: Date;
  readonly end: Date;
}

/** Sums up to the same end. */
interface Plan {
  readonly end: Date;
  readonly usual: Window;
  readonly weeks: readonly Window[];
}

/**
 * Makes the sums of nearly the whole default window and of the last seven days of an organization with many incidents, up to the last
 * quarter hour: figures read one of them and the rest, half an hour. In two transactions, because one that blocked ingest for its length
 * would take too long: the first plans them, and waits for the batches that do not know of the plan; those that do add rollups of earlier
 * events to the sums ({@link LATE}). The second makes them as of its beginning, and removes the additions that it has counted.
 */
export async function sumWindowStep(
  pool: pg.Pool,
  tenantId: string,
  at: { readonly busyFrom: number; readonly now: number },
): Promise<StepResult> {
  const planned = await withRole(pool, { role: 'scout_judge', tenantId }, (_tx, client) =>
    plan(client, tenantId, at),
  );
  if (planned === null) return 'done';
  if (await carriedOut(pool, tenantId, planned)) return 'done';
  await withRole(pool, { role: 'scout_judge', tenantId }, (_tx, client) =>
    client.query('UPDATE scout.summed_tenants SET due = true WHERE tenant_id = $1', [tenantId]),
  );
  return 'idle';
}

/** Null if the sums are made, not worth making, just being made, or stored events are just being judged anew. */
async function plan(
  client: pg.ClientBase,
  tenantId: string,
  { busyFrom, now }: { readonly busyFrom: number; readonly now: number },
): Promise<Plan | null> {
  const { rows } = await client.query<{ end: Date; made: boolean; busy: boolean; weeks: Date[] }>(
    `SELECT scout.window_sum_end($5) AS end, EXISTS (SELECT 1 FROM scout.rollup_sums JOIN scout.summed_tenants USING (tenant_id)
       WHERE tenant_id = $1 AND ended_at = scout.window_sum_end($5) AND ended_at <= window_end) AS made,
       (SELECT count(*) = $4 FROM (SELECT 1 FROM scout.rollups WHERE tenant_id = $1 AND rule = ANY ($2)
         AND dimension = ANY ($3) AND bucket >= $5::timestamptz - interval '48 hours' LIMIT $4) AS newest) AS busy,
       ARRAY(SELECT DISTINCT (date_trunc('day', at AT TIME ZONE time_zone) - ${WEEK_DAYS - 1} * interval '1 day') AT TIME ZONE time_zone
         FROM scout.tenants, unnest(ARRAY[$5, $6]::timestamptz[]) AS at WHERE tenant_id = $1) AS weeks`,
    [tenantId, RULE_IDS, NAMES, busyFrom, new Date(now), new Date(now + IN_USE)],
  );
  const { end, made, busy, weeks } = rows[0]!;
  // Locks in the order of saving settings and of ingest: settings, their row, the row of progress.
  if (busy && !made) await lockSettings(client, tenantId);
  const isPlanned =
    busy && !made && (await holdsMaking(client, tenantId)) && !(await isBeingJudged(client, tenantId));
  await holdSums(client, tenantId);
  await client.query('UPDATE scout.summed_tenants SET busy = $2 WHERE tenant_id = $1', [tenantId, busy]);
  if (!isPlanned) return null;
  // Those that were given up, of which additions are missing.
  await client.query(
    `DELETE FROM scout.rollup_sums s USING scout.summed_tenants t
     WHERE s.tenant_id = $1 AND t.tenant_id = $1 AND s.ended_at > t.window_end`,
    [tenantId],
  );
  await client.query('UPDATE scout.summed_tenants SET window_end = $2, additions = 0 WHERE tenant_id = $1', [
    tenantId,
    end,
  ]);
  const usual = { days: DEFAULT_DAYS, from: new Date(end.getTime() + IN_USE - WINDOW_HOURS * HOUR), end };
  return { end, usual, weeks: weeks.map((from) => ({ days: WEEK_DAYS, from, end })) };
}

/** False while another transaction plans or makes the sums of nearly whole windows. */
async function holdsMaking(client: pg.ClientBase, tenantId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS held',
    [`scout window sums ${tenantId}`],
  );
  return rows[0]!.held;
}

/** Otherwise locks the settings' row until the transaction's end. */
async function isBeingJudged(client: pg.ClientBase, tenantId: string): Promise<boolean> {
  const row = 'SELECT FROM scout.detection_settings WHERE tenant_id = $1';
  const locked = await client.query(`${row} FOR UPDATE SKIP LOCKED`, [tenantId]);
  return locked.rowCount === 0 && (await client.query(row, [tenantId])).rowCount === 1;
}

/** PostgreSQL's code for a transaction that would have to see a later change. */
const CHANGED_MEANWHILE = '40001';

/** False if the plan is no longer valid, or the sums have been removed meanwhile. */
async function carriedOut(pool: pg.Pool, tenantId: string, { end, usual, weeks }: Plan): Promise<boolean> {
  try {
    return await withRole(
      pool,
      { role: 'scout_judge', tenantId, oneSnapshot: 'write' },
      async (tx, client) => {
        // All statements see the same rollups and the same additions.
        if (!(await holdsMaking(client, tenantId))) return false;
        const { rowCount } = await client.query(
          'SELECT FROM scout.summed_tenants WHERE tenant_id = $1 AND window_end = $2',
          [tenantId, end],
        );
        if (rowCount === 0) return false;
        for (const window of [usual, ...weeks]) await make(tx, tenantId, window);
        await client.query('DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND ended_at <> $2', [
          tenantId,
          end,
        ]);
        await make(tx, tenantId, before(usual));
        await client.query(
          `DELETE FROM scout.rollups WHERE tenant_id = $1 AND rule = ANY ($2) AND dimension >= '${LATE}' AND dimension < '${AFTER_LATE}'`,
          [tenantId, RULE_IDS],
        );
        return true;
      },
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === CHANGED_MEANWHILE) return false;
    throw error;
  }
}

/** A row of sums: its dimension, its arrays, and the rows that they are made of. */
interface Sum {
  readonly dimension: string;
  readonly arrays: Readonly<Record<string, string>>;
  readonly rows: RawBuilder<unknown>;
}

/** The quarter hour before a sum, which its window still has for a while. */
const before = ({ days, from }: Window): Window => ({
  days,
  from: new Date(from.getTime() - QUARTER),
  end: from,
});

/** The sum of the last seven days grows by that of an earlier end: figures of the same start find it. */
async function make(tx: Transaction, tenantId: string, { days, from, end }: Window): Promise<void> {
  for (const rule of RULE_IDS) {
    const scope = { tenantId, rule, period: { since: from.getTime(), now: end.getTime() - 1 } };
    for (const { dimension, arrays, rows } of sumsOf(scope)) {
      const columns = ['ended_at', ...Object.keys(arrays)].map((column) => sql.ref(column));
      const values = Object.values(arrays).map((value) => sql`coalesce(array_agg(${sql.ref(value)}), '{}')`);
      await sql`INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension, ${sql.join(columns)})
        SELECT ${tenantId}::uuid, ${rule}, ${days}, ${from.toISOString()}::timestamptz, ${dimension},
          ${sql.join([sql`${end.toISOString()}::timestamptz`, ...values])} FROM (${rows}) AS summed
        ON CONFLICT (tenant_id, rule, days, first_day, dimension) DO UPDATE SET
          ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}`.execute(tx);
    }
  }
}

function sumsOf(scope: FigureScope): Sum[] {
  const { names, pairs = [] } = RULES[scope.rule];
  return [
    ...names.map((dimension) => ({
      dimension,
      arrays: { keys: 'key', labels: 'label', n: 'n', first_at: 'first_at', hours: 'hours', peaks: 'peak' },
      rows:
        dimension === 'account'
          ? accountsOf(scope)
          : sql`SELECT *, 0 AS hours, n AS peak FROM (${namesIn(scope, dimension)}) AS names`,
    })),
    ...pairs.map((dimension) => ({
      dimension,
      arrays: { keys: 'key', n: 'n', lists: 'list' },
      rows: listsIn(scope, dimension),
    })),
    {
      dimension: 'quarter',
      arrays: { n: 'n', first_at: 'bucket' },
      rows: sql`WITH ${windowParts(scope)} ${quarterCounts(scope)}`,
    },
    // Last: figures, and these statements, find sums of windows by the clock hours that they cut.
    { dimension: 'cut-hour', arrays: { keys: 'key', n: 'n', first_at: 'hour' }, rows: cutHoursOf(scope) },
  ];
}

const namesIn = (scope: FigureScope, dimension: NameDimension): RawBuilder<unknown> =>
  sql`WITH ${windowParts(scope)} SELECT key, (array_agg(label ORDER BY first_at, label))[1] AS label, sum(n)::bigint AS n,
    min(first_at) AS first_at FROM (${namesOf(scope, dimension)}) AS names GROUP BY key`;

/** The values of each account as one text, which is several times as fast to read as a row for each: as many as figures list. */
const listsIn = (scope: FigureScope, dimension: PairDimension): RawBuilder<unknown> =>
  sql`WITH ${windowParts(scope)} SELECT key, count(*) AS n,
      json_agg(json_build_array(value_key, label, ${millis(sql`first_at`)}) ORDER BY value_key)::text AS list
    FROM (
      SELECT *, row_number() OVER (PARTITION BY key ORDER BY value_key) AS position FROM (
        SELECT DISTINCT ON (key, value_key) key, value_key, label, first_at
        FROM (${pairRollups(scope, dimension)} UNION ALL ${listedPairs(scope, dimension)}) AS pairs
        ORDER BY key, value_key, first_at, label
      ) AS spelled
    ) AS numbered WHERE position <= ${sql.lit(LIST_LIMIT)} GROUP BY key`;

/** Accounts with their clock hours that lie wholly within the sum. */
function accountsOf(scope: FigureScope): RawBuilder<unknown> {
  const { whole } = hoursIn(scope);
  const hourly = { ...scope, period: { since: whole.from, now: whole.to - 1 } };
  return sql`SELECT n.*, coalesce(h.hours, 0)::integer AS hours, coalesce(h.peak, 0)::bigint AS peak
    FROM (${namesIn(scope, 'account')}) AS n LEFT JOIN (WITH ${windowParts(hourly)} ${hoursOf(hourly)}) AS h USING (key)`;
}

/** Failures of each account in the clock hours that the sum cuts: with what figures have beside it, they are whole. */
function cutHoursOf(scope: FigureScope): RawBuilder<unknown> {
  const { tenantId, rule } = scope;
  const { from, to, whole } = hoursIn(scope);
  const quarters = [...quartersIn(from, whole.from), ...quartersIn(whole.to, to)];
  return sql`SELECT key, date_trunc('hour', bucket, 'UTC') AS hour, sum(n)::bigint AS n FROM scout.rollups
    WHERE tenant_id = ${tenantId} AND rule = ${rule} AND dimension = 'account' AND bucket = ANY (${quarters}::timestamptz[])
    GROUP BY 1, 2`;
}

/** The ends of a sum in epoch milliseconds, and the clock hours that lie wholly within it. */
function hoursIn({ period: { since, now } }: FigureScope) {
  const [from, to] = [since!, now + 1];
  return { from, to, whole: wholeUnits({ from, to }, HOUR) };
}

const quartersIn = (from: number, to: number): string[] =>
  Array.from({ length: (to - from) / QUARTER }, (_, n) => new Date(from + n * QUARTER).toISOString());

const NAMES = [...new Set(Object.values(RULES).flatMap(({ names }) => names))];
