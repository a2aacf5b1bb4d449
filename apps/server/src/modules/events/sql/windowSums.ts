import {
  type NameDimension,
  QUARTER,
  RULE_IDS,
  RULES,
  type RuleId,
  WINDOW_HOURS,
  wholeUnits,
} from '@scout/detection';
import { DAY, HOUR } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import type { StepResult } from '../../../platform/jobs/steps.ts';
import { holdSums, lockSettings } from '../../ingest/index.ts';
import {
  type FigureScope,
  hoursOf,
  namesOf,
  pairRollups,
  quarterCounts,
  windowParts,
} from './figures/fragments.ts';

/** The window moves on while a sum is in use: the sum starts this much later, and is used for as long. */
const IN_USE = 2 * QUARTER;
/** Of the window; the sum itself is a little shorter. */
const NOMINAL_DAYS = (WINDOW_HOURS * HOUR) / DAY;

/**
 * Makes the sum of nearly the whole default window of an organization with many incidents, up to the last quarter hour: figures read
 * it and the rest, half an hour. In two transactions, because one that blocked ingest for its length would take too long: the first
 * plans it, so that batches with earlier events than its end record that, and waits for the batches that do not know of the plan;
 * the second makes it, and keeps it unless such a batch has come.
 */
export async function sumWindowStep(
  pool: pg.Pool,
  tenantId: string,
  at: { readonly busyFrom: number; readonly now: number },
): Promise<StepResult> {
  const end = await withRole(pool, { role: 'scout_judge', tenantId }, (_tx, client) =>
    plan(client, tenantId, at),
  );
  if (end === null) return 'done';
  return withRole(pool, { role: 'scout_judge', tenantId }, async (tx, client) => {
    await client.query('DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND ended_at IS NOT NULL', [
      tenantId,
    ]);
    await make(tx, tenantId, end);
    const { rowCount } = await client.query(
      `UPDATE scout.summed_tenants SET due = false WHERE tenant_id = $1 AND window_end = $2`,
      [tenantId, end],
    );
    if (rowCount === 1) return 'done';
    await client.query('DELETE FROM scout.rollup_sums WHERE tenant_id = $1 AND ended_at IS NOT NULL', [
      tenantId,
    ]);
    return 'idle';
  });
}

/** The end of the sum to make; null if it is made, not worth making, or stored events are just being judged anew. */
async function plan(
  client: pg.ClientBase,
  tenantId: string,
  { busyFrom, now }: { readonly busyFrom: number; readonly now: number },
): Promise<Date | null> {
  const { rows } = await client.query<{ end: Date; made: boolean; busy: boolean }>(
    `SELECT scout.window_sum_end($5) AS end, EXISTS (SELECT 1 FROM scout.rollup_sums
       WHERE tenant_id = $1 AND ended_at = scout.window_sum_end($5)) AS made,
       (SELECT count(*) = $4 FROM (SELECT 1 FROM scout.rollups WHERE tenant_id = $1 AND rule = ANY ($2)
         AND dimension = ANY ($3) AND bucket >= $5::timestamptz - interval '48 hours' LIMIT $4) AS newest) AS busy`,
    [tenantId, RULE_IDS, NAMES, busyFrom, new Date(now)],
  );
  const { end, made, busy } = rows[0]!;
  // Locks in the order of saving settings and of ingest: settings, their row, the row of progress.
  if (busy && !made) await lockSettings(client, tenantId);
  const isPlanned = busy && !made && !(await isBeingJudged(client, tenantId));
  await holdSums(client, tenantId);
  await client.query('UPDATE scout.summed_tenants SET busy = $2 WHERE tenant_id = $1', [tenantId, busy]);
  if (!isPlanned) return null;
  await client.query('UPDATE scout.summed_tenants SET window_end = $2, due = true WHERE tenant_id = $1', [
    tenantId,
    end,
  ]);
  return end;
}

/** Otherwise locks the settings' row until the transaction's end. */
async function isBeingJudged(client: pg.ClientBase, tenantId: string): Promise<boolean> {
  const row = 'SELECT FROM scout.detection_settings WHERE tenant_id = $1';
  const locked = await client.query(`${row} FOR UPDATE SKIP LOCKED`, [tenantId]);
  return locked.rowCount === 0 && (await client.query(row, [tenantId])).rowCount === 1;
}

/** A row of sums: its dimension, its arrays, and the rows that they are made of. */
interface Sum {
  readonly rule: string;
  readonly days: number;
  readonly dimension: string;
  readonly arrays: Readonly<Record<string, string>>;
  readonly rows: RawBuilder<unknown>;
}

async function make(tx: Transaction, tenantId: string, end: Date): Promise<void> {
  const to = end.getTime();
  const from = to + IN_USE - WINDOW_HOURS * HOUR;
  for (const { rule, days, dimension, arrays, rows } of RULE_IDS.flatMap((one) =>
    sumsOf(tenantId, one, from, to),
  )) {
    const columns = Object.keys(arrays).map((column) => sql.ref(column));
    const values = Object.values(arrays).map((value) => sql`coalesce(array_agg(${sql.ref(value)}), '{}')`);
    await sql`INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, ended_at, dimension, ${sql.join(columns)})
      SELECT ${tenantId}::uuid, ${rule}, ${days}, ${new Date(from).toISOString()}::timestamptz, ${end.toISOString()}::timestamptz,
        ${dimension}, ${sql.join(values)} FROM (${rows}) AS summed`.execute(tx);
  }
}

function sumsOf(tenantId: string, rule: RuleId, from: number, to: number): Sum[] {
  const scope = { tenantId, rule, period: { since: from, now: to - 1 } };
  const { names, pairs = [] } = RULES[rule];
  const sum = { rule, days: NOMINAL_DAYS };
  return [
    ...names.map((dimension) => ({
      ...sum,
      dimension,
      arrays: { keys: 'key', labels: 'label', n: 'n', first_at: 'first_at', hours: 'hours', peaks: 'peak' },
      rows:
        dimension === 'account'
          ? accountsOf(scope)
          : sql`SELECT *, 0 AS hours, n AS peak FROM (${namesIn(scope, dimension)}) AS names`,
    })),
    ...pairs.map((dimension) => ({
      ...sum,
      dimension,
      arrays: { keys: 'key', value_keys: 'value_key', labels: 'label', first_at: 'first_at' },
      rows: sql`WITH ${windowParts(scope)} SELECT DISTINCT ON (key, value_key) key, value_key, label, first_at
        FROM (${pairRollups(scope, dimension)}) AS pairs ORDER BY key, value_key, first_at, label`,
    })),
    // Last: figures, and these statements, find sums by their quarter hours.
    {
      ...sum,
      dimension: 'quarter',
      arrays: { n: 'n', first_at: 'bucket' },
      rows: sql`WITH ${windowParts(scope)} ${quarterCounts(scope)}`,
    },
  ];
}

const namesIn = (scope: FigureScope, dimension: NameDimension): RawBuilder<unknown> =>
  sql`WITH ${windowParts(scope)} SELECT key, (array_agg(label ORDER BY first_at, label))[1] AS label, sum(n)::bigint AS n,
    min(first_at) AS first_at FROM (${namesOf(scope, dimension)}) AS names GROUP BY key`;

/** Accounts with their clock hours that lie wholly within the sum: figures read the others from quarter hours. */
function accountsOf(scope: FigureScope): RawBuilder<unknown> {
  const { since, now } = scope.period;
  const whole = wholeUnits({ from: since!, to: now + 1 }, HOUR);
  const hourly = { ...scope, period: { since: whole.from, now: whole.to - 1 } };
  return sql`SELECT n.*, coalesce(h.hours, 0)::integer AS hours, coalesce(h.peak, 0)::bigint AS peak
    FROM (${namesIn(scope, 'account')}) AS n LEFT JOIN (WITH ${windowParts(hourly)} ${hoursOf(hourly)}) AS h USING (key)`;
}

const NAMES = [...new Set(Object.values(RULES).flatMap(({ names }) => names))];
