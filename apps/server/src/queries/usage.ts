import { limits, type Usage } from '@scout/contract';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/pool.ts';
import { type Allowance, quotaOf } from '../ingest/quota/quota.ts';

const { burstSeconds, agentsListed } = limits.quota;

/** Of a row of ingest_usage, by the database's clock, which the counts are made by. */
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

/** What was used of an allowance, and how long its sender has to wait. `now` is in epoch milliseconds. */
export function usedOf(row: Used | undefined, { bytesPerDay }: Allowance, now: number) {
  const bytes = row?.bytes_today ?? 0;
  const behind = Math.max(0, (row?.behind_seconds ?? 0) - burstSeconds);
  const untilMidnight = (86_400_000 - (now % 86_400_000)) / 1000;
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

/** What an organization's agents have sent today, for its members. */
export async function readUsage(
  tx: Transaction,
  tenantId: string,
  { config, storage, clock }: Pick<Context, 'config' | 'storage' | 'clock'>,
): Promise<Usage> {
  const tenant = await tx
    .selectFrom('tenants')
    .leftJoin('quotas', 'quotas.tenant_id', 'tenants.tenant_id')
    .select([
      'is_subscribed',
      'events_per_second',
      'bytes_per_day',
      'agent_events_per_second',
      'agent_bytes_per_day',
    ])
    .where('tenants.tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { organization, agent } = quotaOf(tenant.is_subscribed, config.quotas, tenant);
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
