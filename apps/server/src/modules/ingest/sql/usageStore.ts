import type pg from 'pg';
import { CLOCK_SKEW_MS } from '../../../platform/clock.ts';
import type { QuotaSettings } from '../../../platform/config/config.ts';
import type { Lanes } from '../../../platform/database/lanes.ts';
import type { Statement } from '../../../platform/database/pipeline.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Charged, QuotaState } from '../quota/meter.ts';
import { isPaid, type Quota, quotaOf } from '../quota/quota.ts';

/** The quota of one organization, read as a member. */
export async function readQuota(pool: pg.Pool, tenantId: string, settings: QuotaSettings): Promise<Quota> {
  return withRole(pool, { role: 'scout_member', tenantId }, async (tx) => {
    const row = await tx
      .selectFrom('tenants')
      .leftJoin('quotas', 'quotas.tenant_id', 'tenants.tenant_id')
      .select(['is_subscribed', 'trial_ends_at', ...quotaColumns])
      .where('tenants.tenant_id', '=', tenantId)
      .executeTakeFirst();
    return quotaOf(isPaid(row), settings, row ?? {});
  });
}

const quotaColumns = [
  'events_per_second',
  'bytes_per_day',
  'agent_events_per_second',
  'agent_bytes_per_day',
] as const;

/**
 * SQL of the time to count at: `now`, or the time of the last count when that was a server whose clock is ahead, by no more than
 * is tolerated. Otherwise a difference between clocks would count as work to do, or as rest.
 * @param row name or alias of the row of ingest_usage
 */
export const countingTimeSql = (row: string, now: string): string =>
  `CASE WHEN ${row}.counted_at > ${now} AND ${row}.counted_at <= ${now} + interval '${CLOCK_SKEW_MS} milliseconds'
    THEN ${row}.counted_at ELSE ${now} END`;

/** SQL of the seconds until the end of the transfer of all counted events at the permitted rate. */
export const behindSql = (row: string, now: string): string =>
  `greatest(0, extract(epoch FROM ${row}.busy_until - ${row}.counted_at)
    - greatest(0, extract(epoch FROM ${now} - ${row}.counted_at)))`;

/** SQL condition: what the row counts was counted on the UTC day of the time. */
export const isTodaySql = (row: string, now: string): string =>
  `date_trunc('day', ${row}.counted_at, 'UTC') = date_trunc('day', ${countingTimeSql(row, now)}, 'UTC')`;

const TIME = '$6::timestamptz';

/**
 * Adds one process's counts to the total, and reads the sum: one short transaction per organization and second. Does not wait for
 * the disk: a crash loses a second's count, never an event.
 */
export async function syncUsage(
  lanes: Lanes,
  tenantId: string,
  charged: ReadonlyMap<string, Charged>,
  now: number,
): Promise<ReadonlyMap<string, QuotaState>> {
  return lanes.run({
    actor: { role: 'scout_ingest', tenantId },
    statements: () => [{ text: 'SET LOCAL synchronous_commit = off' }, usageAdded(tenantId, charged, now)],
    decide: ([, usage]) =>
      new Map(
        (usage!.rows as UsageRow[]).map(({ sender_id, behind, bytes }) => [
          sender_id,
          { behindSeconds: behind, bytes: Number(bytes) },
        ]),
      ),
  });
}

interface UsageRow {
  readonly sender_id: string;
  readonly behind: number;
  readonly bytes: string;
}

function usageAdded(tenantId: string, charged: ReadonlyMap<string, Charged>, now: number): Statement {
  // In a fixed order for all processes, so that they cannot deadlock.
  const senders = [...charged].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name: 'quota-usage',
    text: `
      INSERT INTO scout.ingest_usage AS kept (tenant_id, sender_id, busy_until, counted_at, events, bytes)
      SELECT $1, sender_id, ${TIME} + seconds * interval '1 second', ${TIME}, events, bytes
      FROM unnest($2::uuid[], $3::float8[], $4::bigint[], $5::bigint[]) AS new (sender_id, seconds, events, bytes)
      ON CONFLICT (tenant_id, sender_id) DO UPDATE SET
        busy_until = ${countingTimeSql('kept', TIME)} + ${behindSql('kept', TIME)} * interval '1 second'
          + (excluded.busy_until - ${TIME}),
        counted_at = ${countingTimeSql('kept', TIME)},
        events = excluded.events + CASE WHEN ${isTodaySql('kept', TIME)} THEN kept.events ELSE 0 END,
        bytes = excluded.bytes + CASE WHEN ${isTodaySql('kept', TIME)} THEN kept.bytes ELSE 0 END
      RETURNING sender_id, extract(epoch FROM busy_until - counted_at)::float8 AS behind, bytes`,
    values: [
      tenantId,
      senders.map(([id]) => id),
      senders.map(([, { seconds }]) => seconds),
      senders.map(([, { events }]) => events),
      senders.map(([, { bytes }]) => bytes),
      new Date(now),
    ],
  };
}
