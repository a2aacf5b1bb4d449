import { contract } from '@scout/contract';
import { revokeAgent } from '../queries/operator/agents.ts';
import { implementCall } from './implementCall.ts';

export const operatorAgentsRevoke = implementCall(
  contract.operatorAgentsRevoke,
  ({ params, query }, { app }) =>
    revokeAgent(app.pool, query.tenant_id, params.agent_id, new Date(app.clock.now())),
);
