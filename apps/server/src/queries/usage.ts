import { limits, type Usage } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Allowance, Config } from '../config/config.ts';
import type { Transaction } from '../database/pool.ts';
import { isPaid, quotaOf } from '../ingest/quota/quota.ts';
import type { Storage } from '../ingest/storage.ts';

const { burstSeconds, agentsListed } = limits.quota;

/** Settings, disk space and time for comparison with usage. */
export interface UsageContext {
  readonly config: Pick<Config, 'quotas'>;
  readonly storage: Storage;
  readonly clock: Clock;
}

/** Columns of ingest_usage, by the database's clock, which the counts use. */
export const usedColumns = [
  sql<number>`(CASE WHEN day = current_date THEN events ELSE 0 END)::float8`.as('events_today'),
  sql<number>`(CASE WHEN day = current_date THEN bytes ELSE 0 END)::float8`.as('bytes_today'),
  sql<number>`coalesce(extract(epoch FROM busy_until - now()), 0)::float8`.as('behind_seconds'),
] as const;

export interface Used {
  readonly events_today: number | null;
  readonly bytes_today: number | null;
  readonly behind_seconds: number | null;
}

/** Usage of an allowance, and the wait of its sender. `now` is in epoch milliseconds. */
export function usedOf(row: Used | undefined, { bytesPerDay }: Allowance, now: number) {
  const bytes = row?.bytes_today ?? 0;
  const behind = Math.max(0, (row?.behind_seconds ?? 0) - burstSeconds);
  const untilMidnight = (DAY - (now % DAY)) / 1000;
  return {
    events_today: row?.events_today ?? 0,
    bytes_today: bytes,
    wait_seconds: Math.ceil(bytes >= bytesPerDay ? untilMidnight : behind),
  };
}

export const allowanceOf = ({ eventsPerSecond, bytesPerDay }: Allowance) => ({
  events_per_second: eventsPerSecond,
  bytes_per_day: bytesPerDay,
});

/** Today's usage of an organization's agents, for its members. */
export async function readUsage(
  tx: Transaction,
  tenantId: string,
  { config, storage, clock }: UsageContext,
): Promise<Usage> {
  const tenant = await tx
    .selectFrom('tenants')
    .leftJoin('quotas', 'quotas.tenant_id', 'tenants.tenant_id')
    .select([
      'is_subscribed',
      'trial_ends_at',
      'events_per_second',
      'bytes_per_day',
      'agent_events_per_second',
      'agent_bytes_per_day',
    ])
    .where('tenants.tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { organization, agent } = quotaOf(isPaid(tenant), config.quotas, tenant);
  const own = await tx
    .selectFrom('ingest_usage')
    .select(usedColumns)
    .where('tenant_id', '=', tenantId)
    .where('sender_id', '=', tenantId)
    .executeTakeFirst();
  const agents = await tx
    .selectFrom('ingest_usage')
    .innerJoin('agents', (join) =>
      join
        .onRef('agents.tenant_id', '=', 'ingest_usage.tenant_id')
        .onRef('agents.agent_id', '=', 'ingest_usage.sender_id'),
    )
    .select(['agents.agent_id', 'agents.host'])
    .select(usedColumns)
    .where('ingest_usage.tenant_id', '=', tenantId)
    .where(sql<boolean>`day = current_date`)
    .orderBy(sql`busy_until > now() + ${burstSeconds} * interval '1 second'`, 'desc')
    .orderBy('bytes', 'desc')
    .orderBy('agents.agent_id')
    .limit(agentsListed)
    .execute();
  const now = clock.now();
  const room = await storage.room();
  return {
    organization: { ...allowanceOf(organization), ...usedOf(own, organization, now) },
    agent: allowanceOf(agent),
    agents: agents.map((row) => ({ agent_id: row.agent_id, host: row.host, ...usedOf(row, agent, now) })),
    storage_low: room !== null && room.freeBytes < room.reserveBytes,
  };
}
