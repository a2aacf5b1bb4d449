import type { CallName } from '@scout/contract';
import { batchRequest, fresh, json, type World } from './world.ts';

interface Request {
  readonly path: string;
  readonly init?: RequestInit;
}

const machine = { host: 'WS-1042', platform: 'windows', version: '0.1.0' };

/** A token good for one more machine of the bank. */
async function enrolmentToken({ bank, clients }: World): Promise<string> {
  const { token } = await clients.operator.api.operatorEnrolmentsCreate({ tenant_id: bank.tenantId });
  return token;
}

/** An agent of the bank that a test may revoke. */
async function spareAgent(world: World): Promise<string> {
  const token = await enrolmentToken(world);
  const { agent_id } = await world.clients.visitor.api.agentEnrol({
    ...machine,
    token,
    machine_id: fresh('spare'),
  });
  return agent_id;
}

/** A request of every call that succeeds for whoever may make it. Walked by the tests of access and of isolation. */
export const requests: Record<CallName, (world: World) => Request | Promise<Request>> = {
  agentEnrol: async (world) => ({
    path: '/api/agents/v1/enrol',
    init: json('POST', { ...machine, token: await enrolmentToken(world), machine_id: fresh('machine') }),
  }),
  agentHeartbeat: () => ({
    path: '/api/agents/v1/heartbeat',
    init: json('POST', { ...machine, queue_depth: 3, lag_seconds: 1.5, events_read: 10, events_rejected: 1 }),
  }),
  agents: () => ({ path: '/api/v1/agents' }),
  authLogout: () => ({ path: '/auth/v1/logout', init: { method: 'POST' } }),
  authSession: () => ({ path: '/auth/v1/session' }),
  authToken: ({ bank }) => ({
    path: '/auth/v1/token?grant_type=password',
    init: json('POST', { email: bank.emailOf('admin'), password: bank.password }),
  }),
  authUser: () => ({ path: '/auth/v1/user' }),
  figuresAiRisk: () => ({ path: '/api/v1/figures/ai-risk?tz=Europe/Zurich' }),
  figuresFailedLogons: () => ({ path: '/api/v1/figures/failed-logons?tz=Asia/Kolkata' }),
  figuresInteractiveLogons: () => ({ path: '/api/v1/figures/interactive-logons' }),
  figuresServiceAccountActivity: () => ({ path: '/api/v1/figures/service-account-activity' }),
  health: () => ({ path: '/health' }),
  ingestEvents: () => ({ path: '/api/ingest/v1/events', init: batchRequest() }),
  jwks: () => ({ path: '/.well-known/jwks.json' }),
  operatorAgentsList: ({ bank }) => ({ path: `/operator/v1/agents?tenant_id=${bank.tenantId}` }),
  operatorAgentsRevoke: async (world) => ({
    path: `/operator/v1/agents/${await spareAgent(world)}?tenant_id=${world.bank.tenantId}`,
    init: { method: 'DELETE' },
  }),
  operatorEnrolmentsCreate: ({ bank }) => ({
    path: '/operator/v1/enrolments',
    init: json('POST', { tenant_id: bank.tenantId, label: 'laptops' }),
  }),
  operatorTenantsCreate: () => ({
    path: '/operator/v1/tenants',
    init: json('POST', { company_name: fresh('Northwind') }),
  }),
  operatorTenantsList: () => ({ path: '/operator/v1/tenants' }),
  operatorTenantsUpdate: ({ bank }) => ({
    path: `/operator/v1/tenants/${bank.tenantId}`,
    init: json('PATCH', { can_purchase_subscription: true }),
  }),
  operatorUsersCreate: ({ bank }) => ({
    path: '/operator/v1/users',
    init: json('POST', {
      tenant_id: bank.tenantId,
      email: `${fresh('person')}@northwind.example`,
      password: 'a password of the test',
    }),
  }),
  profiles: () => ({ path: '/rest/v1/profiles' }),
  tenantEvents: () => ({ path: '/rest/v1/tenant_events?limit=10' }),
  tenantEventsCount: () => ({ path: '/rest/v1/tenant_events/count?event_type=4625' }),
  tenantEventsCsv: () => ({ path: '/api/v1/reports/tenant-events.csv' }),
  tenantEventsTxt: () => ({ path: '/api/v1/reports/tenant-events.txt' }),
  tenantEventsTypes: () => ({ path: '/rest/v1/tenant_events/types' }),
  tenants: () => ({ path: '/rest/v1/tenants' }),
};
