import { contract } from '@scout/contract';
import { fleetView } from '../fleet/view.ts';
import { revokeTenantAgent } from '../queries/operator/agents.ts';
import { implementCall } from './implementCall.ts';

export const operatorAgentsRevoke = implementCall(
  contract.operatorAgentsRevoke,
  ({ params, query }, { app }) =>
    revokeTenantAgent(app.pool, query.tenant_id, params.agent_id, fleetView(app)),
);
