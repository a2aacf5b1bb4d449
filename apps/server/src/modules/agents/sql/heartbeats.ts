import { type AgentGap, type JoinWay, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AgentIdentity } from '../../auth/index.ts';

/** An agent's report in a heartbeat, without gaps. Null: not reported. */
export interface Sign {
  /** Id of the agent's process. */
  readonly instance_id: string | null;
  readonly host: string;
  readonly platform: string;
  readonly version: string;
  readonly queue_depth: number;
  readonly waiting_seconds: number | null;
  readonly clock_skew_seconds: number | null;
  readonly events_read: number;
  readonly events_sent: number | null;
  readonly audit: object | null;
  readonly sources: readonly object[] | null;
  readonly upgrade: object | null;
  readonly configuration: object | null;
  readonly names: object | null;
}

/** What the agent's row says beside its report. */
export interface Noted {
  /** Time the agent received its credential. */
  readonly credential_issued_at: Date;
  readonly group_id: string | null;
  readonly joined_by: JoinWay | null;
  readonly group_host: string | null;
}

const { gapsListedPerDay } = limits.agent;
/** A queue that shrank below this share of its size is being worked off. */
const FALLING = 0.9;
/** Limit of the table. */
const INSTANCES_KEPT = 8;
/** An agent that names none. */
const NO_INSTANCE = '00000000-0000-0000-0000-000000000000';

/** Records an agent's heartbeat; transaction role: scout_ingest, with the agent's tenant. */
export async function noteHeartbeat(
  tx: Transaction,
  { tenantId, agentId }: AgentIdentity,
  { audit, sources, upgrade, configuration, names, instance_id, ...sign }: Sign,
  now: Date,
): Promise<Noted> {
  const instance = sql<string>`${instance_id ?? NO_INSTANCE}::uuid`;
  const depth = sql<number>`${sign.queue_depth}::bigint`;
  const isFirstOfState = instance_id !== null && sign.events_sent === 0;
  return tx
    .updateTable('agents')
    .set({
      ...sign,
      audit: keptIfEqual('audit', audit),
      sources: keptIfEqual('sources', sources),
      upgrade: keptIfEqual('upgrade', upgrade),
      configuration: keptIfEqual('configuration', configuration),
      names: keptIfEqual('names', names),
      last_seen_at: now,
      queue_grows_since: sql<Date | null>`CASE
        WHEN ${depth} = 0 OR ${depth} < queue_depth * ${sql.lit(FALLING)} THEN NULL
        WHEN ${depth} > queue_depth THEN coalesce(queue_grows_since, ${now}::timestamptz)
        ELSE queue_grows_since END`,
      instances: sql<string[]>`CASE WHEN instances[1] = ${instance} THEN instances
        ELSE (${instance} || array_remove(instances, ${instance}))[1:${sql.lit(INSTANCES_KEPT)}] END`,
      // A terminated process does not return: one that does alternates with another.
      conflict_at: sql<Date | null>`CASE WHEN ${instance} = ANY (instances[2:]) THEN ${now}::timestamptz
        ELSE conflict_at END`,
      // A new process without any sent batch has lost the previous one's state.
      begun_anew_at: sql<Date | null>`CASE WHEN ${isFirstOfState} AND events_accepted > 0 AND NOT ${instance} = ANY (instances)
        THEN ${now}::timestamptz ELSE begun_anew_at END`,
    })
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .returning(['credential_issued_at', 'group_id', 'joined_by', 'group_host'])
    .executeTakeFirstOrThrow();
}

/**
 * Stores new gaps and adds them to the agent's totals. Repeated gaps change nothing. Above the daily limit gaps are counted, but
 * not listed; the ids of the last ones are stored, because an agent repeats gaps until acknowledged. The transaction has held the
 * agent's row since {@link noteHeartbeat}.
 */
export async function noteGaps(
  tx: Transaction,
  agent: AgentIdentity,
  gaps: readonly AgentGap[],
  now: Date,
): Promise<void> {
  const reported = new Map(gaps.map((gap) => [gap.gap_id.toLowerCase(), gap]));
  for (const id of await countedBefore(tx, agent)) reported.delete(id);
  const isFull = (await listedSince(tx, agent, new Date(now.getTime() - DAY))) >= gapsListedPerDay;
  const fresh = isFull
    ? await withoutListed(tx, agent, reported)
    : await insertGaps(tx, agent, [...reported.values()], now);
  if (fresh.length === 0) return;
  const missing = fresh.reduce((sum, gap) => sum + (gap.missing ?? 0), 0);
  const cleared = fresh.some(({ reason }) => reason === 'log_cleared');
  // Of changed names nobody has to do anything.
  const lost = fresh.some(({ reason }) => reason !== 'log_cleared' && reason !== 'names_changed');
  await tx
    .updateTable('agents')
    .set({
      gaps: saturated(sql.ref('gaps'), fresh.length),
      events_missing: saturated(sql.ref('events_missing'), missing),
      ...(isFull && { gaps_counted: gaps.map(({ gap_id }) => gap_id) }),
      ...(lost && { last_gap_at: now }),
      ...(cleared && { last_cleared_at: now }),
    })
    .where('tenant_id', '=', agent.tenantId)
    .where('agent_id', '=', agent.agentId)
    .execute();
}

/** A document; one equal to the stored one keeps its place outside of the row instead of being written again. */
const keptIfEqual = (
  column: 'audit' | 'sources' | 'upgrade' | 'configuration' | 'names',
  value: object | null,
) => {
  const stored = sql.ref(column);
  const given = sql`${value && JSON.stringify(value)}::jsonb`;
  return sql<
    string | null
  >`CASE WHEN ${stored} IS NOT DISTINCT FROM ${given} THEN ${stored} ELSE ${given} END`;
};

/** A sum capped at the largest integer that JSON represents exactly. */
const saturated = (total: RawBuilder<unknown>, more: number) =>
  sql<string>`least(${total}::numeric + ${more}, ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint`;

async function countedBefore(tx: Transaction, { tenantId, agentId }: AgentIdentity): Promise<string[]> {
  const { gaps_counted } = await tx
    .selectFrom('agents')
    .select('gaps_counted')
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  return gaps_counted;
}

async function listedSince(
  tx: Transaction,
  { tenantId, agentId }: AgentIdentity,
  since: Date,
): Promise<number> {
  const { listed } = await tx
    .selectFrom('agent_gaps')
    .select(sql<number>`count(*)::int`.as('listed'))
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow();
  return listed;
}

/** Gaps of `reported` (by id) that are not listed. */
async function withoutListed(
  tx: Transaction,
  { tenantId, agentId }: AgentIdentity,
  reported: ReadonlyMap<string, AgentGap>,
): Promise<readonly AgentGap[]> {
  if (reported.size === 0) return [];
  const rows = await tx
    .selectFrom('agent_gaps')
    .select('gap_id')
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .where('gap_id', 'in', [...reported.keys()])
    .execute();
  const listed = new Set(rows.map(({ gap_id }) => gap_id));
  return [...reported].filter(([id]) => !listed.has(id)).map(([, gap]) => gap);
}

/** @returns the newly inserted ones */
async function insertGaps(
  tx: Transaction,
  { tenantId, agentId }: AgentIdentity,
  gaps: readonly AgentGap[],
  now: Date,
): Promise<readonly AgentGap[]> {
  if (gaps.length === 0) return [];
  const rows = gaps.map((gap) => ({ ...gap, tenant_id: tenantId, agent_id: agentId, received_at: now }));
  const inserted = await tx
    .insertInto('agent_gaps')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'agent_id', 'gap_id']).doNothing())
    .returning('gap_id')
    .execute();
  const ids = new Set(inserted.map(({ gap_id }) => gap_id));
  return gaps.filter(({ gap_id }) => ids.has(gap_id.toLowerCase()));
}
