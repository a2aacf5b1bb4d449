import type { Agent } from '@scout/contract';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Transaction } from '../database/pool.ts';
import type { AgentsTable, Database } from '../database/schema.ts';

const columns = [
  'agent_id',
  'machine_id',
  'host',
  'platform',
  'version',
  'enrolled_at',
  'last_seen_at',
  'last_batch_at',
  'queue_depth',
  'lag_seconds',
  'events_accepted',
  'events_rejected',
  'revoked_at',
] as const satisfies readonly (keyof AgentsTable)[];

type AgentRow = Pick<Selectable<AgentsTable>, (typeof columns)[number]>;

/** An organization's agents, by host, then by enrolment. */
export async function listAgents(tx: Transaction, tenantId: string): Promise<Agent[]> {
  const rows = await agentsOf(tx, tenantId).orderBy('host').orderBy('enrolled_at').execute();
  return rows.map(toAgent);
}

export async function readAgent(
  tx: Transaction,
  tenantId: string,
  agentId: string,
): Promise<Agent | undefined> {
  const row = await agentsOf(tx, tenantId).where('agent_id', '=', agentId).executeTakeFirst();
  return row && toAgent(row);
}

/** What an agent says of itself in a heartbeat. */
export interface Sign {
  readonly host: string;
  readonly platform: string;
  readonly version: string;
  readonly queue_depth: number;
  readonly lag_seconds: number;
}

/** Notes an agent's sign of life; the transaction is scout_ingest's, of the agent's tenant. */
export async function noteHeartbeat(
  tx: Transaction,
  agent: { tenantId: string; agentId: string },
  sign: Sign,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ ...sign, last_seen_at: now })
    .where('tenant_id', '=', agent.tenantId)
    .where('agent_id', '=', agent.agentId)
    .execute();
}

/** The number after the agent's last stored batch; 1 when there is none. */
export async function nextBatch(
  tx: Transaction,
  agent: { tenantId: string; agentId: string },
): Promise<number> {
  const row = await tx
    .selectFrom('batches')
    .select(sql<string>`coalesce(max(batch_no), 0) + 1`.as('next'))
    .where('tenant_id', '=', agent.tenantId)
    .where('agent_id', '=', agent.agentId)
    .executeTakeFirstOrThrow();
  return Number(row.next);
}

function agentsOf(tx: Transaction, tenantId: string): SelectQueryBuilder<Database, 'agents', AgentRow> {
  return tx.selectFrom('agents').select(columns).where('tenant_id', '=', tenantId);
}

function toAgent(row: AgentRow): Agent {
  return {
    ...row,
    enrolled_at: row.enrolled_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    last_batch_at: row.last_batch_at?.toISOString() ?? null,
    queue_depth: row.queue_depth === null ? null : Number(row.queue_depth),
    events_accepted: Number(row.events_accepted),
    events_rejected: Number(row.events_rejected),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
