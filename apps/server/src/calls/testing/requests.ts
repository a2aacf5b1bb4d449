import { randomUUID } from 'node:crypto';
import type { CallName } from '@scout/contract';
import { seedMember } from '@scout/testkit';
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

/** An agent of the bank that awaits approval. */
async function waitingAgent(world: World): Promise<string> {
  const id = await spareAgent(world);
  await world.server.database.asOwner((owner) =>
    owner.query('UPDATE scout.agents SET awaiting_approval = true WHERE agent_id = $1', [id]),
  );
  return id;
}

/** A token of the bank that a test may revoke. */
async function spareEnrolment({ bank, clients }: World): Promise<string> {
  const { token_id } = await clients.operator.api.operatorEnrolmentsCreate({ tenant_id: bank.tenantId });
  return token_id;
}

/** Somebody of the bank whom an admin may change. */
async function spareMember(
  { server, bank }: World,
  standing: { role?: 'admin'; status?: 'pending' } = {},
): Promise<{ p_tenant_id: string; p_email: string }> {
  const email = `${fresh('spare')}@northwind-bank.example`;
  await seedMember(server.database, bank.tenantId, { email, ...standing });
  return { p_tenant_id: bank.tenantId, p_email: email };
}

/** An invitation by the bank that nobody has answered. */
async function invitedAddress({ bank, clients, server }: World): Promise<{ email: string; token: string }> {
  const email = `${fresh('invited')}@northwind-bank.example`;
  const token = randomUUID();
  await clients.admin.api.membersAdd({ email });
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.invitations
         (tenant_id, invitation_id, email, token_hash, inviter_email, created_at, expires_at)
       VALUES ($1, gen_random_uuid(), $2, sha256($3::bytea), $4, now(), now() + interval '7 days')`,
      [bank.tenantId, email, token, bank.emailOf('admin')],
    ),
  );
  return { email, token };
}

/** A domain of the bank that a test may change. */
async function spareDomain({ bank, server }: World): Promise<string> {
  const domain = `${fresh('spare')}.example`;
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.organization_domains (tenant_id, domain, state) VALUES ($1, $2, 'added')`,
      [bank.tenantId, domain],
    ),
  );
  return domain;
}

/** An event of the bank. */
async function storedEvent({ clients }: World): Promise<string> {
  await clients.agent.request('/api/ingest/v1/events', batchRequest());
  const { incidents } = await clients.admin.api.incidents({ rule: 'failed-logons', limit: 1 });
  return incidents[0]!.id;
}

const rpc = async (name: string, body: unknown) => ({ path: `/rpc/${name}`, init: json('POST', await body) });
const post = async (path: string, body: unknown = {}) => ({ path, init: json('POST', await body) });

/**
 * A request of every call, which succeeds for whoever may make it, or fails for a reason of its own once the caller was let
 * through. Walked by the tests of access and of isolation.
 */
export const requests: Record<CallName, (world: World) => Request | Promise<Request>> = {
  acceptInvitation: async (world) =>
    post('/functions/v1/accept-invitation', { token: (await invitedAddress(world)).token }),
  agentEnrol: async (world) => ({
    path: '/api/agents/v1/enrol',
    init: json('POST', { ...machine, token: await enrolmentToken(world), machine_id: fresh('machine') }),
  }),
  agentHeartbeat: () => ({
    path: '/api/agents/v1/heartbeat',
    init: json('POST', { ...machine, queue_depth: 3, lag_seconds: 1.5, events_read: 10, events_rejected: 1 }),
  }),
  agentIdentify: async ({ bank }) =>
    post('/api/agents/v1/identify', {
      agent_id: await bank.agentId(),
      address: 'http://elsewhere.example',
      nonce: 'A'.repeat(43),
    }),
  agentRotate: () => post('/api/agents/v1/rotate'),
  agentUpgrade: () => ({ path: '/api/v1/agent-upgrade' }),
  agentUpgradeOpen: () => post('/api/v1/agent-upgrade/open', { version: '0.2.0' }),
  agentUpgradePause: () => post('/api/v1/agent-upgrade/pause', { version: '0.2.0', paused: true }),
  agentUpgradeStart: () => post('/api/v1/agent-upgrade/start', { version: '0.2.0', machines: 1 }),
  agents: () => ({ path: '/api/v1/agents' }),
  agentsApprove: async (world) => post(`/api/v1/agents/${await waitingAgent(world)}/approve`),
  agentsReject: async (world) => post(`/api/v1/agents/${await waitingAgent(world)}/reject`),
  agentsRelease: async (world) =>
    post(`/api/v1/agents/${await spareAgent(world)}/release`, { accept_credential: false }),
  agentsRevoke: async (world) => ({
    path: `/api/v1/agents/${await spareAgent(world)}`,
    init: { method: 'DELETE' },
  }),
  approveMember: (world) => rpc('approve_member', spareMember(world, { status: 'pending' })),
  auditEmit: ({ bank }) =>
    rpc('audit_emit', {
      p_tenant_id: bank.tenantId,
      p_action: 'invite_accepted',
      p_target: bank.emailOf('member'),
    }),
  auditLogs: () => ({ path: '/rest/v1/audit_logs' }),
  authFactorsChallenge: () => post(`/auth/v1/factors/${randomUUID()}/challenge`),
  authFactorsEnrol: () =>
    post('/auth/v1/factors', { friendly_name: 'Phone', current_password: 'not the password' }),
  authFactorsList: () => ({ path: '/auth/v1/factors' }),
  authFactorsRemove: () => ({ path: `/auth/v1/factors/${randomUUID()}`, init: { method: 'DELETE' } }),
  authFactorsVerify: () =>
    post(`/auth/v1/factors/${randomUUID()}/verify`, { challenge_id: 'none', code: '000000' }),
  authLeave: () => ({ path: '/auth/v1/leave', init: { method: 'POST' } }),
  authLogout: () => ({ path: '/auth/v1/logout', init: { method: 'POST' } }),
  authRecover: () => post('/auth/v1/recover', { email: `${fresh('nobody')}@northwind.example` }),
  authRecoveryCodes: () => post('/auth/v1/recovery-codes', { current_password: 'not the password' }),
  authResend: () =>
    post('/auth/v1/resend', { type: 'signup', email: `${fresh('nobody')}@northwind.example` }),
  authResetPassword: () => post('/auth/v1/reset-password', { token: 'none', password: 'a new password' }),
  authSession: () => ({ path: '/auth/v1/session' }),
  authSessionsEnd: () => ({ path: '/auth/v1/sessions/none', init: { method: 'DELETE' } }),
  authSessionsEndOthers: () => ({ path: '/auth/v1/sessions', init: { method: 'DELETE' } }),
  authSessionsList: () => ({ path: '/auth/v1/sessions' }),
  authSignup: () =>
    post('/auth/v1/signup', {
      email: `ada@${fresh('company')}.example`,
      password: 'a password of the test',
      data: { first_name: 'Ada', last_name: 'Okafor', company_name: fresh('Company') },
    }),
  authToken: ({ bank }) => ({
    path: '/auth/v1/token?grant_type=password',
    init: json('POST', { email: bank.emailOf('admin'), password: bank.password }),
  }),
  authUser: () => ({ path: '/auth/v1/user' }),
  authUserUpdate: () => ({
    path: '/auth/v1/user',
    init: json('PATCH', { data: { alert_recipient_email: null } }),
  }),
  authVerify: () =>
    post('/auth/v1/verify', {
      type: 'signup',
      email: `${fresh('nobody')}@northwind.example`,
      token: '000000',
    }),
  checkEmailExists: () => post('/functions/v1/check-email-exists', { email: 'nobody@northwind.example' }),
  checkExistingRequest: () =>
    post('/functions/v1/check-existing-request', { email: 'nobody@northwind.example' }),
  confirmPayment: () => post('/functions/v1/confirm-payment', { session_id: 'cs_test_none' }),
  declineInvitation: async (world) =>
    post('/functions/v1/decline-invitation', { token: (await invitedAddress(world)).token }),
  declineInvitationByAddress: async (world) =>
    post('/functions/v1/decline-invitation-by-address', {
      email: (await invitedAddress(world)).email,
      org: world.bank.tenantId,
    }),
  deleteAccount: () =>
    post('/functions/v1/delete-account', { confirm: 'DELETE', password: 'not the password' }),
  demoRequests: () =>
    post('/rest/v1/demo_requests', {
      first_name: 'Mira',
      last_name: 'Sato',
      email: `${fresh('mira')}@alder.example`,
      company_name: 'Alder Health',
    }),
  demoteAdmin: (world) => rpc('demote_admin', spareMember(world, { role: 'admin' })),
  domains: () => ({ path: '/rest/v1/domains' }),
  domainsAdd: () => post('/rest/v1/domains', { domain: `${fresh('added')}.example` }),
  // On no list, so that nobody asks the DNS.
  domainsCheckDns: () => post('/functions/v1/check-domain-dns', { domain: `${fresh('unlisted')}.example` }),
  domainsConfirmCode: async (world) =>
    post('/functions/v1/confirm-domain-code', { domain: await spareDomain(world), code: '000000' }),
  domainsRemove: async (world) => ({
    path: `/rest/v1/domains/${await spareDomain(world)}`,
    init: { method: 'DELETE' },
  }),
  domainsSendCode: ({ bank }) =>
    post('/functions/v1/send-domain-code', { domain: bank.emailOf('admin').split('@')[1] }),
  domainsUpdate: async (world) => ({
    path: '/rest/v1/domains',
    init: json('PATCH', { domain: await spareDomain(world), admission: 'pending' }),
  }),
  earlyAccessPerson: () => ({ path: '/functions/v1/early-access-person' }),
  ingestUsage: () => ({ path: '/api/v1/usage' }),
  enrolments: () => ({ path: '/api/v1/enrolments' }),
  enrolmentsCreate: () => post('/api/v1/enrolments', { label: 'laptops', max_uses: 5 }),
  enrolmentsRevoke: async (world) => ({
    path: `/api/v1/enrolments/${await spareEnrolment(world)}`,
    init: { method: 'DELETE' },
  }),
  event: async (world) => ({ path: `/api/v1/events/${await storedEvent(world)}` }),
  figuresAiRisk: () => ({ path: '/api/v1/figures/ai-risk?tz=Europe/Zurich' }),
  figuresFailedLogons: () => ({ path: '/api/v1/figures/failed-logons?tz=Asia/Kolkata' }),
  figuresInteractiveLogons: () => ({ path: '/api/v1/figures/interactive-logons' }),
  figuresServiceAccountActivity: () => ({ path: '/api/v1/figures/service-account-activity' }),
  health: () => ({ path: '/health' }),
  incidents: () => ({ path: '/api/v1/incidents?rule=failed-logons&account=svc.billing' }),
  ingestEvents: () => ({ path: '/api/ingest/v1/events', init: batchRequest() }),
  invitation: async (world) =>
    post('/functions/v1/invitation', { token: (await invitedAddress(world)).token }),
  invitationByAddress: async (world) =>
    post('/functions/v1/invitation-by-address', {
      email: (await invitedAddress(world)).email,
      org: world.bank.tenantId,
    }),
  jwks: () => ({ path: '/.well-known/jwks.json' }),
  mailingList: () => post('/rest/v1/mailing_list', { email: `${fresh('list')}@alder.example` }),
  members: () => ({ path: '/rest/v1/members' }),
  membersAdd: () => post('/rest/v1/members', { email: `${fresh('new')}@northwind-bank.example` }),
  operatorAgentsList: ({ bank }) => ({ path: `/operator/v1/agents?tenant_id=${bank.tenantId}` }),
  operatorAgentsRevoke: async (world) => ({
    path: `/operator/v1/agents/${await spareAgent(world)}?tenant_id=${world.bank.tenantId}`,
    init: { method: 'DELETE' },
  }),
  operatorAuditVerify: ({ bank }) => ({ path: `/operator/v1/audit/verify?tenant_id=${bank.tenantId}` }),
  operatorDemoRequestsList: () => ({ path: '/operator/v1/demo_requests?limit=10' }),
  operatorEnrolmentsCreate: ({ bank }) => ({
    path: '/operator/v1/enrolments',
    init: json('POST', { tenant_id: bank.tenantId, label: 'laptops' }),
  }),
  operatorKeysList: () => ({ path: '/operator/v1/keys' }),
  operatorKeysReseal: () => ({ path: '/operator/v1/keys/cursors/reseal', init: json('POST', {}) }),
  operatorKeysRotate: () => ({ path: '/operator/v1/keys/cursors/rotate', init: json('POST', {}) }),
  operatorMailingList: () => ({ path: '/operator/v1/mailing_list?limit=10' }),
  operatorTenantsCreate: () => ({
    path: '/operator/v1/tenants',
    init: json('POST', { company_name: fresh('Northwind') }),
  }),
  operatorTenantsList: () => ({ path: '/operator/v1/tenants' }),
  operatorQuotasUpdate: ({ bank }) => ({
    path: `/operator/v1/tenants/${bank.tenantId}/quota`,
    init: json('PATCH', { events_per_second: 20_000 }),
  }),
  operatorUsageList: () => ({ path: '/operator/v1/usage' }),
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
  profilesUpdate: () => ({
    path: '/rest/v1/profiles',
    init: json('PATCH', { first_name: 'Ada', last_name: 'Okafor' }),
  }),
  downloadsAgentWithConfig: ({ bank }) =>
    post('/api/downloads/agent-with-config', { tenant_id: bank.tenantId, platform: 'linux' }),
  promoteAdmin: (world) => rpc('promote_admin', spareMember(world)),
  rejectMember: (world) => rpc('reject_member', spareMember(world, { status: 'pending' })),
  downloadsStatus: () => ({ path: '/api/v1/downloads/status' }),
  releasesLatest: () => ({ path: '/api/v1/releases/latest' }),
  removeMember: (world) => rpc('remove_member', spareMember(world)),
  sendMemberInvitation: async (world) =>
    post('/functions/v1/send-member-invitation', {
      to: (await spareMember(world, { status: 'pending' })).p_email,
      organizationName: 'Northwind Bank',
    }),
  signupLookup: () =>
    post('/functions/v1/signup-lookup', { email: `ada@${fresh('company')}.example`, company_name: 'New' }),
  syncClaims: () => post('/functions/v1/sync-claims'),
  tenantEvents: () => ({ path: '/rest/v1/tenant_events?limit=10' }),
  tenantEventsCount: () => ({ path: '/rest/v1/tenant_events/count?event_type=4625' }),
  tenantEventsCsv: () => ({ path: '/api/v1/reports/tenant-events.csv' }),
  tenantEventsTxt: () => ({ path: '/api/v1/reports/tenant-events.txt' }),
  tenantEventsTypes: () => ({ path: '/rest/v1/tenant_events/types' }),
  tenants: () => ({ path: '/rest/v1/tenants' }),
  tenantsUpdate: () => ({ path: '/rest/v1/tenants', init: json('PATCH', { receive_email_alerts: true }) }),
  updates: () => ({ path: '/api/v1/updates' }),
};
