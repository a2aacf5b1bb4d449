import type pg from 'pg';
import type { QuotaSettings } from '../../config/config.ts';
import { withRole } from '../../database/pool.ts';
import type { Charged, Standing } from './meter.ts';
import { isPaid, type Quota, quotaOf } from './quota.ts';

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
 * Adds one process's counts to the total, and reads the sum: one short transaction per organization and second. Does not wait for
 * the disk: a crash loses a second's count, never an event.
 */
export async function syncUsage(
  pool: pg.Pool,
  tenantId: string,
  charged: ReadonlyMap<string, Charged>,
): Promise<ReadonlyMap<string, Standing>> {
  // In a fixed order for all processes, so that they cannot deadlock.
  const senders = [...charged].sort(([a], [b]) => (a < b ? -1 : 1));
  return withRole(pool, { role: 'scout_ingest', tenantId }, async (_tx, client) => {
    await client.query('SET LOCAL synchronous_commit = off');
    const usage = await client.query<{ sender_id: string; behind: number; bytes: string }>({
      name: 'quota-usage',
      text: `
        INSERT INTO scout.ingest_usage AS kept (tenant_id, sender_id, busy_until, day, events, bytes)
        SELECT $1, sender_id, now() + seconds * interval '1 second', current_date, events, bytes
        FROM unnest($2::uuid[], $3::float8[], $4::bigint[], $5::bigint[]) AS new (sender_id, seconds, events, bytes)
        ON CONFLICT (tenant_id, sender_id) DO UPDATE SET
          busy_until = greatest(kept.busy_until, now()) + (excluded.busy_until - now()),
          day = excluded.day,
          events = excluded.events + CASE WHEN kept.day = excluded.day THEN kept.events ELSE 0 END,
          bytes = excluded.bytes + CASE WHEN kept.day = excluded.day THEN kept.bytes ELSE 0 END
        RETURNING sender_id, greatest(0, extract(epoch FROM busy_until - now()))::float8 AS behind, bytes`,
      values: [
        tenantId,
        senders.map(([id]) => id),
        senders.map(([, { seconds }]) => seconds),
        senders.map(([, { events }]) => events),
        senders.map(([, { bytes }]) => bytes),
      ],
    });
    const standings = usage.rows.map(
      ({ sender_id, behind, bytes }) => [sender_id, { behindSeconds: behind, bytes: Number(bytes) }] as const,
    );
    return new Map(standings);
  });
}
