import type { Agent } from '@scout/contract';
import type { MemberContext } from '../calls/contexts.ts';
import { Refusal } from '../http/refusal.ts';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { type Decision, decideOnAgent } from '../queries/agents.ts';
import { fleetView } from './view.ts';

const actions: Readonly<Record<Decision['kind'], string>> = {
  approve: 'agent_approved',
  reject: 'agent_rejected',
  release: 'agent_released',
};

/**
 * Carries out what an admin decides about a machine, and writes it into the audit log.
 * @throws Refusal not_found, or agent_state when the machine's state does not allow it
 */
export function decideOnMachine(context: MemberContext, agentId: string, decision: Decision): Promise<Agent> {
  return changeAsAdmin(context, async ({ tx, tenantId, log }) => {
    const agent = await decideOnAgent(tx, tenantId, agentId, decision, fleetView(context.app));
    if (!agent) throw new Refusal('not_found', { message: 'This organization has no such agent.' });
    if (agent === 'impossible') throw new Refusal('agent_state');
    const details = { agent_id: agentId, host: agent.host };
    await log({
      action: actions[decision.kind],
      details:
        decision.kind === 'release' ? { ...details, accept_credential: decision.acceptCredential } : details,
    });
    return agent;
  });
}
