import { contract } from '@scout/contract';
import { fleetView } from '../fleet/view.ts';
import { listTenantAgents } from '../queries/operator/agents.ts';
import { implementCall } from './implementCall.ts';

export const operatorAgentsList = implementCall(contract.operatorAgentsList, ({ tenant_id }, { app }) =>
  listTenantAgents(app.pool, tenant_id, fleetView(app)),
);
