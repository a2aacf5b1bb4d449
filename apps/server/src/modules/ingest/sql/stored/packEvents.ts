import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import type { Clock } from '../../../../platform/clock.ts';
import { withRole } from '../../../../platform/database/pool.ts';
import type { StepResult } from '../../../../platform/jobs/steps.ts';

/** Age from which events are packed: nearly all that is looked at is younger, and nearly all that comes late has come. */
const PACKED_AFTER_DAYS = 7;
/** Longer than any retention. */
const OLDEST_DAYS = 3_700;
/** Batches from the last day stay as they are, because an export may still be leaving them out. */
const SETTLED_MS = DAY;

/** Limits of packing. */
export interface PackLimits {
  /** Minimum events of a day: fewer take less space as rows. */
  readonly least: number;
  /** Maximum events of a step, except for a millisecond with more. */
  readonly step: number;
  /** Maximum events of a row of packed_events. */
  readonly chunk: number;
}

const LIMITS: PackLimits = { least: 100, step: 20_000, chunk: 1_000 };

/**
 * Packs some of an organization's events of days that ended a week ago, the oldest first. Each event is in exactly one of
 * tenant_events and packed_events at any time. Safe in any number of processes.
 */
export function packStep(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
  tenantId: string,
  limits = LIMITS,
): Promise<StepResult> {
  const now = clock.now();
  return withRole(pool, { role: 'scout_judge', tenantId }, async (_tx, client) => {
    const slice = await nextSlice(client, tenantId, { now, limits });
    if (slice === null) return 'done';
    const settled = new Date(now - SETTLED_MS);
    await client.query('SELECT scout.pack_events($1, $2, $3, $4)', [
      slice.from,
      slice.to,
      settled,
      limits.chunk,
    ]);
    return 'more';
  });
}

const IS_SETTLED = 'coalesce(scout.arrival_of(e.batch_id) < $4, true)';

/** The beginning of the oldest day with enough rows, up to the limit; null without any. Half open. */
async function nextSlice(
  client: pg.ClientBase,
  tenantId: string,
  { now, limits }: { readonly now: number; readonly limits: PackLimits },
): Promise<{ from: Date; to: Date } | null> {
  const today = Math.floor(now / DAY) * DAY;
  const { rows } = await client.query<{ from: Date; to: Date }>(
    `WITH range AS (
       SELECT date_trunc('day', greatest(min(occurred_at), $3::timestamptz), 'UTC') AS first FROM scout.tenant_events
       WHERE tenant_id = $1 AND occurred_at < $2
     ), day AS (
       SELECT day FROM range, generate_series(first, $2::timestamptz - interval '1 hour', interval '24 hours') AS day, LATERAL (
         SELECT count(*) AS n FROM (
           SELECT FROM scout.tenant_events e WHERE e.tenant_id = $1 AND e.occurred_at >= day
             AND e.occurred_at < day + interval '24 hours' AND ${IS_SETTLED} LIMIT $5
         ) AS few
       ) AS counted
       WHERE n >= $5 ORDER BY day LIMIT 1
     )
     SELECT first.occurred_at AS from, CASE WHEN beyond.occurred_at IS NULL THEN day + interval '24 hours'
       ELSE greatest(beyond.occurred_at, first.occurred_at + interval '1 millisecond') END AS to
     FROM day
     CROSS JOIN LATERAL (SELECT e.occurred_at FROM scout.tenant_events e WHERE e.tenant_id = $1 AND e.occurred_at >= day
       AND e.occurred_at < day + interval '24 hours' AND ${IS_SETTLED} ORDER BY e.occurred_at LIMIT 1) AS first
     LEFT JOIN LATERAL (SELECT e.occurred_at FROM scout.tenant_events e WHERE e.tenant_id = $1 AND e.occurred_at >= first.occurred_at
       AND e.occurred_at < day + interval '24 hours' AND ${IS_SETTLED} ORDER BY e.occurred_at OFFSET $6 LIMIT 1) AS beyond ON true`,
    [
      tenantId,
      new Date(today - PACKED_AFTER_DAYS * DAY),
      new Date(now - OLDEST_DAYS * DAY),
      new Date(now - SETTLED_MS),
      limits.least,
      limits.step,
    ],
  );
  return rows[0] ?? null;
}

/** Organizations with enough events of that age. */
export function awaitingPacking(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_judge' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.tenants_to_pack($1, $2) AS tenant_id',
      [LIMITS.least, new Date(Math.floor(now / DAY) * DAY - PACKED_AFTER_DAYS * DAY)],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}
