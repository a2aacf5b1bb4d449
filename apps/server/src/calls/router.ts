import type { Contract } from '@scout/contract';
import { agentEnrol } from './agent-enrol.ts';
import { agentHeartbeat } from './agent-heartbeat.ts';
import { agents } from './agents.ts';
import { authLogout } from './auth-logout.ts';
import { authSession } from './auth-session.ts';
import { authToken } from './auth-token.ts';
import { authUser } from './auth-user.ts';
import { figuresAiRisk } from './figures-ai-risk.ts';
import { figuresFailedLogons } from './figures-failed-logons.ts';
import { figuresInteractiveLogons } from './figures-interactive-logons.ts';
import { figuresServiceAccountActivity } from './figures-service-account-activity.ts';
import { health } from './health.ts';
import { jwks } from './jwks.ts';
import { operatorAgentsList } from './operator-agents-list.ts';
import { operatorAgentsRevoke } from './operator-agents-revoke.ts';
import { operatorEnrolmentsCreate } from './operator-enrolments-create.ts';
import { operatorTenantsCreate } from './operator-tenants-create.ts';
import { operatorTenantsList } from './operator-tenants-list.ts';
import { operatorTenantsUpdate } from './operator-tenants-update.ts';
import { operatorUsersCreate } from './operator-users-create.ts';
import { profiles } from './profiles.ts';
import { tenantEvents } from './tenant-events.ts';
import { tenants } from './tenants.ts';

/** Every call of the contract but ingest, whose route reads its own body (ingest/registerIngest.ts). */
export const router = {
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
} satisfies Record<keyof Omit<Contract, 'ingestEvents'>, unknown>;
