import { contract } from '@scout/contract';
import { fleetView } from '../fleet/view.ts';
import { Refusal } from '../http/refusal.ts';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { revokeAgent } from '../queries/agents.ts';
import { implementCall } from './implementCall.ts';

export const agentsRevoke = implementCall(contract.agentsRevoke, ({ agent_id }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, log }) => {
    const done = await revokeAgent(tx, tenantId, agent_id, fleetView(context.app));
    if (!done) throw new Refusal('not_found', { message: 'This organization has no such agent.' });
    const { agent, revoked } = done;
    if (revoked) await log({ action: 'agent_revoked', details: { agent_id, host: agent.host } });
    return agent;
  }),
);
