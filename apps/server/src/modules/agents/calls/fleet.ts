import { type Agent, contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin } from '../../auth/index.ts';
import { fleetView } from '../fleet/health.ts';
import type { MemberContext } from '../services.ts';
import { implementCall } from '../services.ts';
import { type Decision, decideOnAgent, listAgents, revokeAgent } from '../sql/agents.ts';

const actions: Readonly<Record<Decision['kind'], string>> = {
  approve: 'agent_approved',
  reject: 'agent_rejected',
  release: 'agent_released',
};

/**
 * Applies an admin's decision about a machine, and audits it.
 * @throws Refusal not_found, or agent_state when the machine's state does not permit it
 */
function decideOnMachine(context: MemberContext, agentId: string, decision: Decision): Promise<Agent> {
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

export const agents = implementCall(contract.agents, (_input, { app, tx, member }) =>
  listAgents(tx, member.tenantId, fleetView(app)),
);

export const agentsApprove = implementCall(contract.agentsApprove, ({ agent_id }, context) =>
  decideOnMachine(context, agent_id, { kind: 'approve' }),
);

export const agentsReject = implementCall(contract.agentsReject, ({ agent_id }, context) =>
  decideOnMachine(context, agent_id, { kind: 'reject' }),
);

export const agentsRelease = implementCall(
  contract.agentsRelease,
  ({ agent_id, accept_credential }, context) =>
    decideOnMachine(context, agent_id, { kind: 'release', acceptCredential: accept_credential }),
);

export const agentsRevoke = implementCall(contract.agentsRevoke, ({ agent_id }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, log }) => {
    const done = await revokeAgent(tx, tenantId, agent_id, fleetView(context.app));
    if (!done) throw new Refusal('not_found', { message: 'This organization has no such agent.' });
    const { agent, revoked } = done;
    if (revoked) await log({ action: 'agent_revoked', details: { agent_id, host: agent.host } });
    return agent;
  }),
);
