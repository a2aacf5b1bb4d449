import { limits } from '@scout/contract';
import { HOUR } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import { isDistributed } from '../../../platform/database/distribution/layout.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { countedTypes } from '../../ingest/index.ts';
import { type EventScope, spellingsOf } from './eventScope.ts';
import { coordinatorSnapshot } from './snapshot.ts';

const { types } = limits.events;

/**
 * Common table expressions with a scope's content as `parts` (event_type, n): ingest's counts for whole hours, and events at the
 * two partial ends. Events are read instead of counts where retention deleted these: late arrivals stay longer than their counts.
 */
function parts({ tenantId, from, to, eventType }: EventScope): RawBuilder<unknown> {
  const first = Math.ceil(Date.parse(from) / HOUR) * HOUR;
  // Times have millisecond precision, and a scope includes both ends.
  const end = Math.floor((Date.parse(to) + 1) / HOUR) * HOUR;
  const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;
  const counted = sql`greatest(${time(first)}, (SELECT counted_from FROM scout.tenants WHERE tenant_id = ${tenantId}))`;
  const ofType =
    eventType === undefined ? sql`` : sql`AND event_type IN (${sql.join(spellingsOf(eventType))})`;
  const events = (range: { from: number; to: number; before?: RawBuilder<unknown> }) =>
    sql`SELECT event_type, n FROM ${countedTypes({
      ...range,
      tenantId,
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
    })} AS events WHERE true ${ofType}`;
  // Ends known here keep the query to the partitions of an hour each.
  return sql`parts AS (
    ${events({ from: Date.parse(from), to: Math.min(first - 1, Date.parse(to)) })}
    UNION ALL
    ${events({ from: first, to: end - 1, before: counted })}
    UNION ALL
    SELECT event_type, n FROM scout.event_counts
    WHERE tenant_id = ${tenantId} AND hour >= ${counted} AND hour < ${time(end)} ${ofType}
    UNION ALL
    ${events({ from: Math.max(first, end), to: Date.parse(to) })}
  )`;
}

/** Number of events in the scope, and the snapshot used. */
export async function countTenantEvents(
  tx: Transaction,
  scope: EventScope,
): Promise<{ count: number; snapshot: string }> {
  const { rows } = await sql<{ n: string; snapshot: string }>`
    WITH ${parts(scope)}
    SELECT coalesce(sum(n), 0) AS n, pg_current_snapshot()::text AS snapshot FROM parts`.execute(tx);
  const { n, snapshot } = rows[0]!;
  const seen = isDistributed(tx) ? (await coordinatorSnapshot(tx, scope.tenantId)).snapshot : snapshot;
  return { count: Number(n), snapshot: seen };
}

/** Distinct types of the scope's events by code point, at most a thousand. */
export async function tenantEventTypes(
  tx: Transaction,
  scope: EventScope,
): Promise<{ event_type: string }[]> {
  const { rows } = await sql<{ event_type: string }>`
    WITH ${parts(scope)}
    SELECT event_type FROM (SELECT DISTINCT event_type FROM parts) AS types
    ORDER BY event_type COLLATE "C" LIMIT ${sql.lit(types)}`.execute(tx);
  return rows;
}
