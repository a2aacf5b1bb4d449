import { contract } from '@scout/contract';
import { listAgents } from '../queries/agents.ts';
import { implementCall } from './implementCall.ts';

export const agents = implementCall(contract.agents, (_input, { tx, member }) =>
  listAgents(tx, member.tenantId),
);
