import { contract } from '@scout/contract';
import { fleetView } from '../../agents/index.ts';
import { implementCall } from '../services.ts';
import { listTenantAgents, revokeTenantAgent } from '../sql/agents.ts';
import { createTenantEnrolment } from '../sql/enrolments.ts';

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
