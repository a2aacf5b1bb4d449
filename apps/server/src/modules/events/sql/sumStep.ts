import { limits } from '@scout/contract';
import { RULE_IDS, RULES, WINDOW_HOURS } from '@scout/detection';
import { DAY, HOUR } from '@scout/detection/time';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { StepResult } from '../../../platform/jobs/steps.ts';
import { holdSums, lockDay } from '../../ingest/index.ts';
import { sumWindowStep } from './windowSums.ts';

/** Fewer are read in a few milliseconds. */
const BUSY_FROM = 5_000;

const NAMES = [...new Set(Object.values(RULES).flatMap(({ names }) => names))];
const PAIRS = [...new Set(Object.values(RULES).flatMap(({ pairs = [] }) => pairs))];
/** Whole days of the default window, which begins and ends within a day. */
const WINDOW_DAYS = (WINDOW_HOURS * HOUR) / DAY - 1;

/**
 * Makes one missing sum of an organization: of the newest day that has ended; of the default window's whole days when each of them has
 * its own; or of nearly the whole window, if the organization is busy. A late event waits for it, or removes the sum after it.
 *
 * @param busyFrom rollups of the last two days from which on an organization is busy
 */
export async function sumStep(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
  tenantId: string,
  busyFrom = BUSY_FROM,
): Promise<StepResult> {
  const now = clock.now();
  const days = await sumDaysStep(pool, tenantId, now);
  return days === 'done' ? sumWindowStep(pool, tenantId, { busyFrom, now }) : days;
}

function sumDaysStep(pool: pg.Pool, tenantId: string, now: number): Promise<StepResult> {
  return withRole(pool, { role: 'scout_judge', tenantId }, async (_tx, client) => {
    const { missing } = await daysOf(client, tenantId, now);
    if (missing !== null) {
      // The lock of the day comes before the row of progress, as in ingest.
      await lockDay(client, tenantId, missing.getTime() / DAY);
      await holdSums(client, tenantId);
      await sumDay(client, tenantId, missing);
      return 'more';
    }
    await holdSums(client, tenantId);
    const days = await daysOf(client, tenantId, now);
    if (days.missing !== null) return 'more';
    if (days.first !== null) await sumDays(client, tenantId, days.first, days.today);
    await client.query(
      `UPDATE scout.summed_tenants SET summed_through = $2, summed_at = $3, due = false WHERE tenant_id = $1`,
      [tenantId, days.today, new Date(now)],
    );
    return 'done';
  });
}

interface Days {
  readonly today: Date;
  /** The first day with rollups that retention keeps. */
  readonly first: Date | null;
  /** The newest ended day without sums. */
  readonly missing: Date | null;
}

/** Rule of which the quarter hours say that a day is summed: they are written for each rule, with or without incidents. */
const MARKER = RULE_IDS[0];

async function daysOf(client: pg.ClientBase, tenantId: string, now: number): Promise<Days> {
  const { rows } = await client.query<Days>(
    `WITH today AS (SELECT date_trunc('day', $5::timestamptz, 'UTC') AS today),
     first AS (
       SELECT date_trunc('day', min(bucket), 'UTC') AS first FROM today, unnest($2::text[]) AS one,
         LATERAL (SELECT min(bucket) AS bucket FROM scout.rollups WHERE tenant_id = $1 AND rule = one AND dimension = 'account'
           AND bucket >= today - $3 * interval '24 hours' AND bucket < today) AS oldest
     )
     SELECT today, first, (
       SELECT max(day) FROM generate_series(first, today - interval '24 hours', interval '24 hours') AS day
       WHERE NOT EXISTS (SELECT FROM scout.rollup_sums
         WHERE tenant_id = $1 AND rule = $4 AND days = 1 AND first_day = day AND dimension = 'quarter')
     ) AS missing
     FROM today, first`,
    [tenantId, RULE_IDS, limits.events.retentionDays - 1, MARKER, new Date(now)],
  );
  return rows[0]!;
}

async function sumDay(client: pg.ClientBase, tenantId: string, day: Date): Promise<void> {
  await client.query(
    `INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension, keys, labels, n, first_at, hours, peaks)
     SELECT $1::uuid, rule, 1, $2::timestamptz, dimension, array_agg(key), array_agg(label), array_agg(n), array_agg(first_at),
       array_agg(hours), array_agg(peak)
     FROM (
       SELECT rule, dimension, key, (array_agg(label ORDER BY first_at, label))[1] AS label, sum(n)::bigint AS n,
         min(first_at) AS first_at, count(*)::integer AS hours, max(n)::bigint AS peak
       FROM (
         SELECT rule, dimension, key, date_trunc('hour', bucket, 'UTC') AS hour, sum(n) AS n, min(first_at) AS first_at,
           (array_agg(label ORDER BY first_at, label))[1] AS label
         FROM scout.rollups WHERE tenant_id = $1 AND rule = ANY ($3) AND dimension = ANY ($4)
           AND bucket >= $2 AND bucket < $2::timestamptz + interval '24 hours'
         GROUP BY rule, dimension, key, hour
       ) AS hourly
       GROUP BY rule, dimension, key
     ) AS named
     GROUP BY rule, dimension
     ON CONFLICT DO NOTHING`,
    [tenantId, day, RULE_IDS, NAMES],
  );
  await client.query(
    `INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension, keys, value_keys, labels, first_at)
     SELECT $1::uuid, rule, 1, $2::timestamptz, left(dimension, -length('-day')), array_agg(key), array_agg(value_key),
       array_agg(value_label), array_agg(first_at)
     FROM scout.rollups WHERE tenant_id = $1 AND rule = ANY ($3) AND dimension = ANY ($4) AND bucket = $2
     GROUP BY rule, dimension
     ON CONFLICT DO NOTHING`,
    [tenantId, day, RULE_IDS, PAIRS.map((pair) => `${pair}-day`)],
  );
  await client.query(
    `INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension, n, first_at)
     SELECT $1::uuid, one, 1, $2::timestamptz, 'quarter', coalesce(counts, '{}'), coalesce(buckets, '{}')
     FROM unnest($3::text[]) AS one, LATERAL (
       SELECT array_agg(n) AS counts, array_agg(bucket) AS buckets FROM (
         SELECT bucket, sum(n)::bigint AS n FROM scout.rollups
         WHERE tenant_id = $1 AND rule = one AND dimension = 'account'
           AND bucket >= $2 AND bucket < $2::timestamptz + interval '24 hours'
         GROUP BY bucket
       ) AS quarters
     ) AS counted
     ON CONFLICT DO NOTHING`,
    [tenantId, day, RULE_IDS],
  );
}

/** The sum of the default window's whole days, from those of its days; that of an earlier window is removed. */
async function sumDays(client: pg.ClientBase, tenantId: string, first: Date, today: Date): Promise<void> {
  const from = new Date(Math.max(first.getTime(), today.getTime() - WINDOW_DAYS * DAY));
  const days = (today.getTime() - from.getTime()) / DAY;
  await client.query(
    `DELETE FROM scout.rollup_sums
     WHERE tenant_id = $1 AND days > 1 AND ended_at IS NULL AND (days <> $2 OR first_day <> $3)`,
    [tenantId, days, from],
  );
  if (days < 2) return;
  const made = await client.query(
    `SELECT FROM scout.rollup_sums WHERE tenant_id = $1 AND rule = $2 AND days = $3 AND first_day = $4 AND dimension = 'quarter'`,
    [tenantId, MARKER, days, from],
  );
  if (made.rowCount === 1) return;
  const scope = [tenantId, RULE_IDS, days, from];
  const ofDays = `FROM scout.rollup_sums AS s, unnest(s.keys, s.value_keys, s.labels, s.n, s.first_at, s.hours, s.peaks)
      AS u (key, value_key, label, n, first_at, hours, peak)
    WHERE s.tenant_id = $1 AND s.rule = ANY ($2) AND s.days = 1
      AND s.first_day >= $4 AND s.first_day < $4::timestamptz + $3::integer * interval '24 hours'`;
  await client.query(
    `INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension, keys, labels, n, first_at, hours, peaks)
     SELECT $1::uuid, rule, $3::integer, $4::timestamptz, dimension, array_agg(key), array_agg(label), array_agg(n),
       array_agg(first_at), array_agg(hours), array_agg(peak)
     FROM (
       SELECT s.rule, s.dimension, u.key, (array_agg(u.label ORDER BY u.first_at, u.label))[1] AS label, sum(u.n)::bigint AS n,
         min(u.first_at) AS first_at, sum(u.hours)::integer AS hours, max(u.peak) AS peak
       ${ofDays} AND s.dimension = ANY ($5)
       GROUP BY s.rule, s.dimension, u.key
     ) AS named
     GROUP BY rule, dimension
     ON CONFLICT DO NOTHING`,
    [...scope, NAMES],
  );
  await client.query(
    `INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension, keys, value_keys, labels, first_at)
     SELECT $1::uuid, rule, $3::integer, $4::timestamptz, dimension, array_agg(key), array_agg(value_key), array_agg(label),
       array_agg(first_at)
     FROM (
       SELECT DISTINCT ON (s.rule, s.dimension, u.key, u.value_key) s.rule, s.dimension, u.key, u.value_key, u.label, u.first_at
       ${ofDays} AND s.dimension = ANY ($5)
       ORDER BY s.rule, s.dimension, u.key, u.value_key, u.first_at, u.label
     ) AS pairs
     GROUP BY rule, dimension
     ON CONFLICT DO NOTHING`,
    [...scope, PAIRS],
  );
  await client.query(
    `INSERT INTO scout.rollup_sums (tenant_id, rule, days, first_day, dimension, n, first_at)
     SELECT $1::uuid, one, $3::integer, $4::timestamptz, 'quarter', coalesce(counts, '{}'), coalesce(buckets, '{}')
     FROM unnest($2::text[]) AS one, LATERAL (
       SELECT array_agg(u.n) AS counts, array_agg(u.first_at) AS buckets ${ofDays} AND s.dimension = 'quarter' AND s.rule = one
     ) AS counted
     ON CONFLICT DO NOTHING`,
    scope,
  );
}

/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 100;

/** Organizations without the sums of a day that has ended. */
export function awaitingSums(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_judge' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.tenants_to_sum($1, $2) AS tenant_id',
      [TAKEN_UP, new Date(now)],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}
