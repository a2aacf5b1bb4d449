import type { Agent } from '@scout/contract';
import type pg from 'pg';
import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type FleetView, listAgents, revokeAgent } from '../../agents/index.ts';
import { requireTenant } from './tenants.ts';

/** @throws Refusal not_found when there is no such organization */
export async function listTenantAgents(pool: pg.Pool, tenantId: string, view: FleetView): Promise<Agent[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    await requireTenant(tx, tenantId);
    return listAgents(tx, tenantId, view);
  });
}

/**
 * Revokes an agent's credential; the time of the first revocation stays.
 * @throws Refusal not_found when the organization has no such agent
 */
export async function revokeTenantAgent(
  pool: pg.Pool,
  tenantId: string,
  agentId: string,
  view: FleetView,
): Promise<Agent> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const done = await revokeAgent(tx, tenantId, agentId, view);
    if (!done) {
      throw new Refusal('not_found', { message: 'This organization has no agent with this agent_id.' });
    }
    const { agent, revoked } = done;
    if (revoked) {
      await audit(tx, {
        tenantId,
        actor: 'operator',
        action: 'agent_revoked',
        details: { agent_id: agentId, host: agent.host },
      });
    }
    return agent;
  });
}
