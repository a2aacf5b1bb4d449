import type { Agent } from '@scout/contract';
import type pg from 'pg';
import { withRole } from '../../database/pool.ts';
import { Refusal } from '../../http/refusal.ts';
import { listAgents, readAgent } from '../agents.ts';
import { requireTenant } from './tenants.ts';

/** @throws Refusal not_found when there is no such organization */
export async function listTenantAgents(pool: pg.Pool, tenantId: string): Promise<Agent[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    await requireTenant(tx, tenantId);
    return listAgents(tx, tenantId);
  });
}

/**
 * Ends an agent's credential; the first time of revocation stays.
 * @throws Refusal not_found when the organization has no such agent
 */
export async function revokeAgent(
  pool: pg.Pool,
  tenantId: string,
  agentId: string,
  now: Date,
): Promise<Agent> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    await tx
      .updateTable('agents')
      .set({ revoked_at: now })
      .where('tenant_id', '=', tenantId)
      .where('agent_id', '=', agentId)
      .where('revoked_at', 'is', null)
      .execute();
    const agent = await readAgent(tx, tenantId, agentId);
    if (!agent) {
      throw new Refusal('not_found', { message: 'This organization has no agent with this agent_id.' });
    }
    return agent;
  });
}
