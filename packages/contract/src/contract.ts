import { agentEnrol } from './calls/agent-enrol.ts';
import { agentHeartbeat } from './calls/agent-heartbeat.ts';
import { agents } from './calls/agents.ts';
import { authLogout } from './calls/auth-logout.ts';
import { authSession } from './calls/auth-session.ts';
import { authToken } from './calls/auth-token.ts';
import { authUser } from './calls/auth-user.ts';
import { figuresAiRisk } from './calls/figures-ai-risk.ts';
import { figuresFailedLogons } from './calls/figures-failed-logons.ts';
import { figuresInteractiveLogons } from './calls/figures-interactive-logons.ts';
import { figuresServiceAccountActivity } from './calls/figures-service-account-activity.ts';
import { health } from './calls/health.ts';
import { ingestEvents } from './calls/ingest-events.ts';
import { jwks } from './calls/jwks.ts';
import { operatorAgentsList } from './calls/operator-agents-list.ts';
import { operatorAgentsRevoke } from './calls/operator-agents-revoke.ts';
import { operatorEnrolmentsCreate } from './calls/operator-enrolments-create.ts';
import { operatorTenantsCreate } from './calls/operator-tenants-create.ts';
import { operatorTenantsList } from './calls/operator-tenants-list.ts';
import { operatorTenantsUpdate } from './calls/operator-tenants-update.ts';
import { operatorUsersCreate } from './calls/operator-users-create.ts';
import { profiles } from './calls/profiles.ts';
import { tenantEvents } from './calls/tenant-events.ts';
import { tenants } from './calls/tenants.ts';

/** Every call, by the camel-cased name of its file. */
export const contract = {
  agentEnrol,
  agentHeartbeat,
  agents,
  authLogout,
  authSession,
  authToken,
  authUser,
  figuresAiRisk,
  figuresFailedLogons,
  figuresInteractiveLogons,
  figuresServiceAccountActivity,
  health,
  ingestEvents,
  jwks,
  operatorAgentsList,
  operatorAgentsRevoke,
  operatorEnrolmentsCreate,
  operatorTenantsCreate,
  operatorTenantsList,
  operatorTenantsUpdate,
  operatorUsersCreate,
  profiles,
  tenantEvents,
  tenants,
};

export type Contract = typeof contract;
export type CallName = keyof Contract;
