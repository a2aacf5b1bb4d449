import { type AgentGap, type JoinWay, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../platform/database/pipeline.ts';
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

/** An agent's heartbeat. */
export interface Heartbeat {
  readonly agentId: string;
  readonly sign: Sign;
  /** When it arrived. */
  readonly now: Date;
}

/** Columns of the agent's row beside its report, and the number of its next batch. */
export interface Noted {
  readonly agent_id: string;
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

/** Documents of a report, each a column of its name. */
const DOCUMENTS = ['audit', 'sources', 'upgrade', 'configuration', 'names'] as const;
/** Values of a report that are stored as they are, with their types. */
const VALUES = {
  host: 'text',
  platform: 'text',
  version: 'text',
  queue_depth: 'bigint',
  waiting_seconds: 'float8',
  clock_skew_seconds: 'float8',
  events_read: 'bigint',
  events_sent: 'bigint',
} as const satisfies Partial<Record<keyof Sign, string>>;

const HEARD = [
  'agent_id uuid, instance_id uuid, heard_at timestamptz',
  ...Object.entries(VALUES).map(([name, type]) => `${name} ${type}`),
  ...DOCUMENTS.map((name) => `${name} jsonb`),
].join();

/** One equal to the stored one keeps its place outside of the row instead of being written again. */
const keptIfEqual = (name: string): string =>
  `${name} = CASE WHEN kept.${name} IS NOT DISTINCT FROM heard.${name} THEN kept.${name} ELSE heard.${name} END`;

/** A new process without any sent batch has lost the previous one's state. A terminated process does not return: one that does alternates with another. */
const NOTE_HEARTBEATS = `
  WITH heard AS (
    SELECT *, coalesce(instance_id, '${NO_INSTANCE}') AS instance FROM jsonb_to_recordset($2::jsonb) AS heard (${HEARD})
  ), locked AS (
    SELECT agent_id FROM scout.agents WHERE tenant_id = $1 AND agent_id IN (SELECT agent_id FROM heard)
    ORDER BY agent_id FOR NO KEY UPDATE
  )
  UPDATE scout.agents AS kept SET
    ${[...Object.keys(VALUES).map((name) => `${name} = heard.${name}`), ...DOCUMENTS.map(keptIfEqual)].join(', ')},
    last_seen_at = heard_at,
    queue_grows_since = CASE
      WHEN heard.queue_depth = 0 OR heard.queue_depth < kept.queue_depth * ${FALLING} THEN NULL
      WHEN heard.queue_depth > kept.queue_depth THEN coalesce(queue_grows_since, heard_at)
      ELSE queue_grows_since END,
    instances = CASE WHEN instances[1] = instance THEN instances
      ELSE (instance || array_remove(instances, instance))[1:${INSTANCES_KEPT}] END,
    conflict_at = CASE WHEN instance = ANY (instances[2:]) THEN heard_at ELSE conflict_at END,
    begun_anew_at = CASE
      WHEN instance_id IS NOT NULL AND heard.events_sent = 0 AND events_accepted > 0 AND NOT instance = ANY (instances)
      THEN heard_at ELSE begun_anew_at END
  FROM heard JOIN locked USING (agent_id)
  WHERE kept.tenant_id = $1 AND kept.agent_id = heard.agent_id
  RETURNING kept.agent_id, credential_issued_at, group_id, joined_by, group_host`;

/**
 * Record heartbeats of different agents of one organization, and read the agents' next batches: rows of {@link Noted}, and of {@link
 * NextBatch} as of after them. Transaction role: scout_ingest, with the tenant.
 */
export const heartbeatsNoted = (tenantId: string, heartbeats: readonly Heartbeat[]): Statement[] => [
  {
    name: 'agents-heard',
    text: NOTE_HEARTBEATS,
    values: [
      tenantId,
      JSON.stringify(
        heartbeats.map(({ agentId, sign, now }) => ({ ...sign, agent_id: agentId, heard_at: now })),
      ),
    ],
  },
  {
    name: 'agents-next-batches',
    text: `SELECT agent_id, (SELECT coalesce(max(batch_no), 0) + 1 FROM scout.batches AS last
        WHERE last.tenant_id = $1 AND last.agent_id = given.agent_id) AS next
      FROM unnest($2::uuid[]) AS given (agent_id)`,
    values: [tenantId, heartbeats.map(({ agentId }) => agentId)],
  },
];

export interface NextBatch {
  readonly agent_id: string;
  readonly next: string;
}

/**
 * Stores new gaps and adds them to the agent's totals. Repeated gaps change nothing. Above the daily limit gaps are counted, but
 * not listed; the ids of the last ones are stored, because an agent repeats gaps until acknowledged. The transaction has held the
 * agent's row since {@link heartbeatsNoted}.
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
