import { contract } from '@scout/contract';
import { fleetView } from '../../fleet/health.ts';
import { listTenantAgents, revokeTenantAgent } from '../../queries/operator/agents.ts';
import { createTenantEnrolment } from '../../queries/operator/enrolments.ts';
import { implementCall } from '../implementCall.ts';

export const operatorAgentsList = implementCall(contract.operatorAgentsList, ({ tenant_id }, { app }) =>
  listTenantAgents(app.pool, tenant_id, fleetView(app)),
);

export const operatorAgentsRevoke = implementCall(
  contract.operatorAgentsRevoke,
  ({ params, query }, { app }) =>
    revokeTenantAgent(app.pool, query.tenant_id, params.agent_id, fleetView(app)),
);

export const operatorEnrolmentsCreate = implementCall(contract.operatorEnrolmentsCreate, (input, { app }) =>
  createTenantEnrolment(app.pool, input, new Date(app.clock.now())),
);
