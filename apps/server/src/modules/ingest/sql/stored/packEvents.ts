import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import type { Clock } from '../../../../platform/clock.ts';
import { isDistributed } from '../../../../platform/database/distribution/layout.ts';
import { withRole } from '../../../../platform/database/pool.ts';
import type { StepResult } from '../../../../platform/jobs/steps.ts';
import { packBodiesStep } from './packBodies.ts';

/** Age from which events are packed: nearly all that is looked at is younger, and nearly all that comes late has come. */
export const PACKED_AFTER_MS = 7 * DAY;
/** Arrival before the last whole day: an export may still be leaving out later batches, and what comes late is packed by the day. */
const SETTLED_MS = DAY;

/** Limits of packing. */
export interface PackLimits {
  /** Maximum events of a step, except for a millisecond with more. */
  readonly step: number;
  /** Maximum events of a row of packed_events. */
  readonly chunk: number;
}

const LIMITS: PackLimits = { step: 20_000, chunk: 1_000 };

/**
 * Packs some of an organization's events of days that ended a week ago, the oldest first, and then some of its bodies. Each event is in exactly one of
 * tenant_events and packed_events at any time. Safe in any number of processes.
 */
export async function packStep(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Pick<Clock, 'now'> },
  tenantId: string,
  limits = LIMITS,
): Promise<StepResult> {
  const today = Math.floor(clock.now() / DAY) * DAY;
  const events = await packEventsStep(pool, tenantId, today, limits);
  return events === 'done' ? packBodiesStep(pool, tenantId, new Date(today - PACKED_AFTER_MS)) : events;
}

function packEventsStep(
  pool: pg.Pool,
  tenantId: string,
  today: number,
  limits: PackLimits,
): Promise<StepResult> {
  return withRole(pool, { role: 'scout_judge', tenantId }, async (_tx, client) => {
    const before = new Date(today - PACKED_AFTER_MS);
    const settled = new Date(today - SETTLED_MS);
    const slice = await nextSlice(client, tenantId, { before, settled, events: limits.step });
    if (slice === null) return 'done';
    await client.query('SELECT scout.pack_events($1, $2, $3, $4)', [
      slice.from,
      slice.to,
      settled,
      limits.chunk,
    ]);
    return 'more';
  });
}

/** The oldest events to pack, of one day and up to the limit; null without any. Half open. */
async function nextSlice(
  client: pg.ClientBase,
  tenantId: string,
  { before, settled, events }: { readonly before: Date; readonly settled: Date; readonly events: number },
): Promise<{ from: Date; to: Date } | null> {
  const { rows } = await client.query<{ from: Date; to: Date }>(
    `WITH first AS (
       SELECT occurred_at AS from, date_trunc('day', occurred_at, 'UTC') + interval '24 hours' AS day_end FROM scout.tenant_events
       WHERE tenant_id = $1 AND occurred_at < $2 AND coalesce(scout.arrival_of(batch_id) < $3, true) ORDER BY occurred_at LIMIT 1
     )
     SELECT first.from, CASE WHEN beyond.occurred_at IS NULL THEN day_end
       ELSE greatest(beyond.occurred_at, first.from + interval '1 millisecond') END AS to
     FROM first LEFT JOIN LATERAL (
       SELECT occurred_at FROM scout.tenant_events
       WHERE tenant_id = $1 AND occurred_at >= first.from AND occurred_at < day_end AND coalesce(scout.arrival_of(batch_id) < $3, true)
       ORDER BY occurred_at OFFSET $4 LIMIT 1
     ) AS beyond ON true`,
    [tenantId, before, settled, events],
  );
  return rows[0] ?? null;
}

/** Organizations with events or bodies of that age; none on a distributed database, whose nodes do not have the functions. */
export function awaitingPacking(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_judge' }, async (_tx, client) => {
    if (isDistributed(client)) return [];
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.tenants_to_pack($1) AS tenant_id',
      [new Date(Math.floor(now / DAY) * DAY - PACKED_AFTER_MS)],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}
