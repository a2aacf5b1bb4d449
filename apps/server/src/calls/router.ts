import type { Contract } from '@scout/contract';
import { agentEnrol } from './agent-enrol.ts';
import { agentHeartbeat } from './agent-heartbeat.ts';
import { agents } from './agents.ts';
import { authLogout } from './auth-logout.ts';
import { authSession } from './auth-session.ts';
import { authToken } from './auth-token.ts';
import { authUser } from './auth-user.ts';
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
  tenants,
} satisfies Record<keyof Omit<Contract, 'ingestEvents' | Pending>, unknown>;

/** Calls whose handlers are still to come: import them above and remove them here. */
type Pending =
  | 'figuresAiRisk'
  | 'figuresFailedLogons'
  | 'figuresInteractiveLogons'
  | 'figuresServiceAccountActivity'
  | 'tenantEvents';
