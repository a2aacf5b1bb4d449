import { limits, type Usage } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Allowance, Config } from '../../../platform/config/config.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { isPaid, quotaOf } from '../quota/quota.ts';
import type { Storage } from '../storage.ts';
import { behindSql, isTodaySql } from './usageStore.ts';

const { burstSeconds, agentsListed } = limits.quota;

/** Settings, disk space and time for comparison with usage. */
export interface UsageContext {
  readonly config: Pick<Config, 'quotas'>;
  readonly storage: Storage;
  readonly clock: Clock;
}

/** The columns of ingest_usage, at this time. */
export function usedColumns(now: number) {
  const time = timeOf(now);
  const isToday = sql.raw(isTodaySql('ingest_usage', time));
  return [
    sql<number>`(CASE WHEN ${isToday} THEN events ELSE 0 END)::float8`.as('events_today'),
    sql<number>`(CASE WHEN ${isToday} THEN bytes ELSE 0 END)::float8`.as('bytes_today'),
    sql<number>`${sql.raw(behindSql('ingest_usage', time))}::float8`.as('behind_seconds'),
  ] as const;
}

const timeOf = (now: number): string => `'${new Date(now).toISOString()}'::timestamptz`;

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
  const now = clock.now();
  const own = await tx
    .selectFrom('ingest_usage')
    .select(usedColumns(now))
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
    .select(usedColumns(now))
    .where('ingest_usage.tenant_id', '=', tenantId)
    .where(sql<boolean>`${sql.raw(isTodaySql('ingest_usage', timeOf(now)))}`)
    .orderBy(sql`${sql.raw(behindSql('ingest_usage', timeOf(now)))} > ${burstSeconds}`, 'desc')
    .orderBy('bytes', 'desc')
    .orderBy('agents.agent_id')
    .limit(agentsListed)
    .execute();
  const space = await storage.freeSpace();
  return {
    organization: { ...allowanceOf(organization), ...usedOf(own, organization, now) },
    agent: allowanceOf(agent),
    agents: agents.map((row) => ({ agent_id: row.agent_id, host: row.host, ...usedOf(row, agent, now) })),
    storage_low: space !== null && space.freeBytes < space.reserveBytes,
  };
}
