import { contract } from '@scout/contract';
import { fleetView } from '../fleet/view.ts';
import { listAgents } from '../queries/agents.ts';
import { implementCall } from './implementCall.ts';

export const agents = implementCall(contract.agents, (_input, { app, tx, member }) =>
  listAgents(tx, member.tenantId, fleetView(app)),
);
