import { randomUUID } from 'node:crypto';
import { type CallName, type FiguresCall, figuresCallOf } from '@scout/contract';
import { FIGURED_RULES, type FiguredRule, STANDARD_SETTINGS } from '@scout/detection';
import { type CaseState, seedAccount, seedCase, seedMember } from '@scout/testkit';
import { beginTestSnapshot, newConnector, type TestSnapshot } from '@scout/testkit/snapshots';
import { groupWithRole, scimRequests } from './scimRequests.ts';
import { batchRequest, forgetPasswords, fresh, json, type World } from './world.ts';

interface Request {
  readonly path: string;
  readonly init?: RequestInit;
}

const machine = { host: 'WS-1042', platform: 'windows', version: '0.1.0' };

/** A token for one more machine of the bank. */
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

/** The body of a token that is not created, because the password is wrong. Several calls of this file enter a wrong one. */
async function newToken({ server }: World) {
  await forgetPasswords(server);
  return { name: 'nightly report', scopes: ['cases:read'], password: 'not the password' };
}

/** An API token of the bank that a test may revoke. */
async function spareToken({ server, bank }: World): Promise<string> {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ token_id: string }>(
      `INSERT INTO scout.api_tokens (tenant_id, name, scopes, token_hash, created_at, created_by, expires_at)
       VALUES ($1, 'spare', '{cases:read}', sha256($2::bytea), now(), 'ada@northwind-bank.example', now() + interval '1 day')
       RETURNING token_id`,
      [bank.tenantId, randomUUID()],
    ),
  );
  return rows[0]!.token_id;
}

/** A member of the bank that an admin may change. */
async function spareMember(
  { server, bank }: World,
  standing: { role?: 'admin'; status?: 'pending' } = {},
): Promise<{ p_tenant_id: string; p_email: string }> {
  const email = `${fresh('spare')}@northwind-bank.example`;
  await seedMember(server.database, bank.tenantId, { email, ...standing });
  return { p_tenant_id: bank.tenantId, p_email: email };
}

/** An unanswered invitation by the bank. */
async function invitedAddress({ bank, clients, server }: World): Promise<{ email: string; token: string }> {
  const email = `${fresh('invited')}@northwind-bank.example`;
  const token = randomUUID();
  await clients.admin.api.membersAdd({ email });
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.invitations
         (tenant_id, invitation_id, email, token_hash, inviter_email, created_at, expires_at)
       VALUES ($1, gen_random_uuid(), $2, sha256($3::bytea), $4, $5, $5::timestamptz + interval '7 days')`,
      [bank.tenantId, email, token, bank.emailOf('admin'), new Date()],
    ),
  );
  return { email, token };
}

/** A channel of the bank that a test may change; earlier ones are deleted to make room. */
async function spareChannel({ bank, server }: World): Promise<string> {
  return server.database.asOwner(async (owner) => {
    await owner.query('DELETE FROM scout.channels WHERE tenant_id = $1', [bank.tenantId]);
    const { rows } = await owner.query<{ channel_id: string }>(
      `INSERT INTO scout.channels (tenant_id, name, url, min_severity, created_at, created_by)
       VALUES ($1, $2, 'https://siem.example/scout', 'medium', now(), 'ada@northwind-bank.example') RETURNING channel_id`,
      [bank.tenantId, fresh('SIEM')],
    );
    return rows[0]!.channel_id;
  });
}

/** A directory of the bank that a test may change; earlier ones are deleted to make room. It is not due for reading. */
async function spareDirectory({ bank, server }: World): Promise<string> {
  return server.database.asOwner(async (owner) => {
    await owner.query('DELETE FROM scout.directories WHERE tenant_id = $1', [bank.tenantId]);
    const { rows } = await owner.query<{ directory_id: string }>(
      `INSERT INTO scout.directories (tenant_id, name, url, bind_name, created_at, created_by, due_at)
       VALUES ($1, $2, 'ldaps://dc1.invalid', 'reader@corp.example', now(), 'ada@northwind-bank.example', now() + interval '1 day')
       RETURNING directory_id`,
      [bank.tenantId, fresh('Corp')],
    );
    return rows[0]!.directory_id;
  });
}

/** A directory of the bank that its agent is to read; earlier ones are deleted to make room. */
async function agentDirectory({ bank, server }: World): Promise<string> {
  const agentId = await bank.agentId();
  return server.database.asOwner(async (owner) => {
    await owner.query('DELETE FROM scout.directories WHERE tenant_id = $1', [bank.tenantId]);
    const { rows } = await owner.query<{ directory_id: string }>(
      `INSERT INTO scout.directories (tenant_id, name, agent_id, created_at, created_by, due_at)
       VALUES ($1, $2, $3, now(), 'ada@northwind-bank.example', now() - interval '1 minute') RETURNING directory_id`,
      [bank.tenantId, fresh('Branch'), agentId],
    );
    return rows[0]!.directory_id;
  });
}

/** A snapshot of the bank that its agent ships. */
async function begunSnapshot(world: World): Promise<TestSnapshot> {
  const directory_id = await agentDirectory(world);
  return beginTestSnapshot(world.clients.agent, await world.bank.agentId(), directory_id);
}

/** A directory to add. Its address can be reached from nowhere. */
const newDirectory = () => ({
  name: fresh('Corp'),
  url: 'ldaps://dc1.invalid',
  bind_name: 'reader@corp.example',
  password: 'a password of the directory',
});

/** Single sign-on of the bank that a test may change. Its provider can be reached from nowhere. */
async function spareConnection({ bank, server }: World): Promise<void> {
  await server.database.asOwner(async (owner) => {
    await owner.query('DELETE FROM scout.sso_connections WHERE tenant_id = $1', [bank.tenantId]);
    await owner.query(
      `INSERT INTO scout.sso_connections (tenant_id, issuer, client_id, created_at, created_by)
       VALUES ($1, 'https://login.invalid', 'scout', now(), 'ada@northwind-bank.example')`,
      [bank.tenantId],
    );
    await owner.query(
      `INSERT INTO scout.sso_secrets (tenant_id, sealed, created_at) VALUES ($1, 'k.sealed', now())`,
      [bank.tenantId],
    );
  });
}

/** A group of the bank's machines that a test may change. */
async function spareGroup({ bank, server }: World): Promise<string> {
  return server.database.asOwner(async (owner) => {
    await owner.query('DELETE FROM scout.agent_groups WHERE tenant_id = $1', [bank.tenantId]);
    const { rows } = await owner.query<{ group_id: string }>(
      `WITH made AS (INSERT INTO scout.agent_groups (tenant_id, name, created_at, created_by)
         VALUES ($1, $2, now(), 'ada@northwind-bank.example') RETURNING tenant_id, group_id)
       INSERT INTO scout.agent_group_versions (tenant_id, group_id, version, settings, created_at, created_by)
         SELECT tenant_id, group_id, 1, '{}', now(), 'ada@northwind-bank.example' FROM made RETURNING group_id`,
      [bank.tenantId, fresh('Servers')],
    );
    return rows[0]!.group_id;
  });
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

/** The path of a case of the bank that a test may change. */
async function spareCase({ bank, server }: World, state: CaseState = {}): Promise<string> {
  const number = await server.database.asOwner((owner) =>
    seedCase((sql, values) => owner.query(sql, values), bank.tenantId, state),
  );
  return `/api/v1/cases/${number}`;
}

/** A service account of the bank that a test may change, owned by its owner of accounts. */
async function spareAccount({ bank, server }: World): Promise<string> {
  const name = fresh('svc.spare');
  await server.database.asOwner(async (owner) => {
    await seedAccount((sql, values) => owner.query(sql, values), bank.tenantId, name, [
      { time: new Date(), source: 'fin-laptop3', destination: 'prd-sql01', actor: 'm.keller' },
    ]);
    await owner.query(
      'UPDATE scout.service_accounts SET owner = $3 WHERE tenant_id = $1 AND account_key = $2',
      [bank.tenantId, name, bank.emailOf('owner')],
    );
  });
  return name;
}

/** A service account of the bank, owned by its member, outside of any review. */
async function ownedAccount(world: World): Promise<string> {
  const { bank, server, clients } = world;
  const account = await spareAccount(world);
  await clients.admin.api.accountsUpdate({ account, owner: bank.emailOf('member') });
  await server.database.asOwner((owner) =>
    owner.query('DELETE FROM scout.owner_reviews WHERE tenant_id = $1', [bank.tenantId]),
  );
  return account;
}

/** The path of an open review of the bank, with the account of its member that requests name, and another of its owner of accounts. */
async function spareReview(world: World): Promise<{ path: string; account: string }> {
  const { bank, server } = world;
  const account = await ownedAccount(world);
  const others = await spareAccount(world);
  await server.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO scout.owner_reviews (tenant_id, number, started_at, started_by, due_at)
       VALUES ($1, 1, now(), 'ada@northwind-bank.example', now() + interval '30 days')`,
      [bank.tenantId],
    );
    await owner.query(
      `INSERT INTO scout.owner_review_accounts (tenant_id, number, account_key, account, owner, asked_email, asked_user_id)
       SELECT m.tenant_id, 1, each.account, each.account, m.email, m.email, m.user_id
       FROM unnest($2::text[], $3::text[]) AS each (account, email)
       JOIN scout.memberships m ON m.tenant_id = $1 AND m.email = each.email`,
      [bank.tenantId, [account, others], [bank.emailOf('member'), bank.emailOf('owner')]],
    );
  });
  return { path: '/api/v1/owner-reviews/1', account };
}

/** The path of an exception of the bank that a test may end. */
async function spareException({ clients }: World): Promise<string> {
  const { id } = await clients.admin.api.exceptionsCreate(exceptionOf('svc.spare'));
  return `/api/v1/exceptions/${id}`;
}

export const exceptionOf = (account: string) => ({
  account,
  sources: ['fin-laptop3'],
  ends_at: new Date(Date.now() + 3_600_000).toISOString(),
  reason: 'Restore test',
  approved_by: 'CHG-4711',
});

const spareContract = { sources: ['app*'], destinations: [], kinds: [], hours: [] };

/** A service account of the bank with a contract draft, optionally approved. */
async function accountWithContract(world: World, state: 'draft' | 'approved') {
  const account = await spareAccount(world);
  const { api } = world.clients.admin;
  let { revision } = await api.accountContractSave({ account, revision: 0, contract: spareContract });
  if (state === 'approved') ({ revision } = await api.accountContractApprove({ account, revision }));
  return { account, revision };
}

/** An event of the bank. */
async function storedEvent({ clients }: World): Promise<string> {
  await clients.agent.request('/api/ingest/v1/events', batchRequest());
  const { incidents } = await clients.admin.api.incidents({ rule: 'failed-logons', limit: 1 });
  return incidents[0]!.id;
}

/** An answer of an authenticator to no challenge. */
const passkeyProof = {
  id: 'none',
  rawId: 'none',
  type: 'public-key',
  response: { clientDataJSON: '', authenticatorData: '', signature: '' },
};

const rpc = async (name: string, body: unknown) => ({ path: `/rpc/${name}`, init: json('POST', await body) });
const post = async (path: string, body: unknown = {}) => ({ path, init: json('POST', await body) });

/** A call for each rule with figures. */
const figuresRequests = Object.fromEntries(
  FIGURED_RULES.map((rule) => [
    figuresCallOf(rule),
    () => ({ path: `/api/v1/figures/${rule}?tz=Europe/Zurich` }),
  ]),
) as Record<FiguresCall<FiguredRule>, () => Request>;

/**
 * A request for every call: it succeeds for permitted callers, or fails for a reason of its own after the access check. Used by
 * the access and isolation tests.
 */
export const requests: Record<CallName, (world: World) => Request | Promise<Request>> = {
  acceptInvitation: async (world) =>
    post('/functions/v1/accept-invitation', { token: (await invitedAddress(world)).token }),
  accountContractApprove: async (world) =>
    post('/api/v1/account/contract/approve', await accountWithContract(world, 'draft')),
  accountContractDiscard: async (world) =>
    post('/api/v1/account/contract/discard', await accountWithContract(world, 'draft')),
  accountContractPropose: async (world) => ({
    path: `/api/v1/account/contract/proposal?account=${await spareAccount(world)}`,
  }),
  accountContractRead: async (world) => ({
    path: `/api/v1/account/contract?account=${await spareAccount(world)}`,
  }),
  accountContractSave: async (world) => ({
    path: '/api/v1/account/contract',
    init: json('PATCH', { account: await spareAccount(world), revision: 0, contract: spareContract }),
  }),
  accountContractTry: async (world) =>
    post('/api/v1/account/contract/try', { account: await spareAccount(world), contract: spareContract }),
  accountContractWithdraw: async (world) =>
    post('/api/v1/account/contract/withdraw', await accountWithContract(world, 'approved')),
  accounts: async (world) => {
    await spareAccount(world);
    return { path: '/api/v1/accounts?text=svc&limit=5' };
  },
  accountsImport: async (world) =>
    post('/api/v1/accounts/import', {
      accounts: [{ account: await spareAccount(world), owner: 'Billing team' }],
    }),
  accountsImportPreview: async (world) =>
    post('/api/v1/accounts/import/preview', {
      accounts: [{ account: await spareAccount(world), owner: 'Billing team' }],
    }),
  accountsFacets: async (world) => {
    await spareAccount(world);
    return { path: '/api/v1/account-facets?fault=unowned&cases=none' };
  },
  accountsDecoy: () => post('/api/v1/account/decoy', { account: fresh('svc.decoy'), is_decoy: true }),
  accountsDecoyProposal: () => ({ path: '/api/v1/account/decoy-proposal' }),
  postures: () => ({ path: '/api/v1/postures?limit=5' }),
  rc4Uses: () => ({ path: '/api/v1/rc4-uses?limit=5' }),
  accountsRead: async (world) => ({ path: `/api/v1/account?account=${await spareAccount(world)}` }),
  accountsUpdate: async (world) => ({
    path: '/api/v1/account',
    init: json('PATCH', {
      account: await spareAccount(world),
      owner: 'Billing team',
      purpose: 'Nightly invoices',
    }),
  }),
  agentEnrol: async (world) => ({
    path: '/api/agents/v1/enrol',
    init: json('POST', { ...machine, token: await enrolmentToken(world), machine_id: fresh('machine') }),
  }),
  agentGroupAssign: async (world) =>
    post('/api/v1/agent-group-machines', { group_id: null, agent_ids: [await spareAgent(world)] }),
  agentGroupConfigure: async (world) =>
    post(`/api/v1/agent-groups/${await spareGroup(world)}/configuration`, { based_on: 1, settings: {} }),
  agentGroupCreate: () => post('/api/v1/agent-groups', { name: fresh('Servers') }),
  agentGroupDelete: async (world) => ({
    path: `/api/v1/agent-groups/${await spareGroup(world)}`,
    init: { method: 'DELETE' },
  }),
  agentGroupRead: async (world) => ({ path: `/api/v1/agent-groups/${await spareGroup(world)}` }),
  agentGroupReturn: async (world) =>
    post(`/api/v1/agent-groups/${await spareGroup(world)}/return`, { version: 1 }),
  // The group has no next version.
  agentGroupRollOut: async (world) =>
    post(`/api/v1/agent-groups/${await spareGroup(world)}/rollout`, { version: 2, all: true }),
  agentGroupUpdate: async (world) => ({
    path: `/api/v1/agent-groups/${await spareGroup(world)}`,
    init: json('PATCH', { patterns: ['web-*'] }),
  }),
  agentGroups: () => ({ path: '/api/v1/agent-groups' }),
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
  channels: () => ({ path: '/api/v1/channels' }),
  channelsCreate: () => ({
    path: '/api/v1/channels',
    init: json('POST', { name: fresh('SIEM'), url: 'https://siem.example/scout' }),
  }),
  channelsUpdate: async (world) => ({
    path: `/api/v1/channels/${await spareChannel(world)}`,
    init: json('PATCH', { name: 'SIEM 2' }),
  }),
  channelsRotate: async (world) => ({
    path: `/api/v1/channels/${await spareChannel(world)}/rotate`,
    init: json('POST', {}),
  }),
  channelsTest: async (world) => ({
    path: `/api/v1/channels/${await spareChannel(world)}/test`,
    init: json('POST', {}),
  }),
  channelsDelete: async (world) => ({
    path: `/api/v1/channels/${await spareChannel(world)}`,
    init: { method: 'DELETE' },
  }),
  directories: () => ({ path: '/api/v1/directories' }),
  directoriesCreate: async (world) => {
    await spareDirectory(world);
    return post('/api/v1/directories', newDirectory());
  },
  directorySnapshotBegin: async (world) =>
    post('/api/agents/v1/snapshots', { directory_id: await agentDirectory(world), key: newConnector().key }),
  directorySnapshotPiece: async (world) =>
    post(`/api/agents/v1/snapshots/${(await begunSnapshot(world)).snapshotId}/pieces`, {
      number: 1,
      body: 'H4sI',
    }),
  directorySnapshotFinish: async (world) => {
    const { snapshotId, sign } = await begunSnapshot(world);
    const problem = { message: 'The controller is busy.', is_sign_in: false };
    return post(`/api/agents/v1/snapshots/${snapshotId}/finish`, sign({ content: null, problem }));
  },
  directoriesSync: async (world) => post(`/api/v1/directories/${await spareDirectory(world)}/sync`),
  directoriesRemove: async (world) => ({
    path: `/api/v1/directories/${await spareDirectory(world)}`,
    init: { method: 'DELETE' },
  }),
  sso: () => ({ path: '/api/v1/sso' }),
  groupRoles: () => ({ path: '/api/v1/group-roles' }),
  groupRolesAdd: () => post('/api/v1/group-roles', { group: fresh('Analysts'), role: 'member' }),
  groupRolesRemove: async (world) =>
    post('/api/v1/group-roles/remove', { group: await groupWithRole(world) }),
  ...scimRequests,
  ssoCreate: async ({ server }) => {
    await forgetPasswords(server);
    const client = { issuer: 'https://login.invalid', client_id: 'scout', client_secret: 'secret' };
    return post('/api/v1/sso', { ...client, password: 'not the password' });
  },
  ssoSamlCreate: async ({ server }) => {
    await forgetPasswords(server);
    const metadata_url = 'https://login.invalid/metadata';
    return post('/api/v1/sso/saml', { metadata_url, password: 'not the password' });
  },
  ssoSamlMetadata: ({ bank }) => ({ path: `/auth/v1/sso/${bank.tenantId}/metadata` }),
  ssoSamlResponse: () => post('/auth/v1/sso/nowhere/acs', { SAMLResponse: 'none', RelayState: 'none' }),
  ssoUpdate: async (world) => {
    await spareConnection(world);
    return { path: '/api/v1/sso', init: json('PATCH', { admission: 'active' }) };
  },
  ssoTest: async (world) => {
    await spareConnection(world);
    return post('/api/v1/sso/test');
  },
  ssoRemove: async (world) => {
    await spareConnection(world);
    return { path: '/api/v1/sso', init: { method: 'DELETE' } };
  },
  ssoStart: () => post('/auth/v1/sso/start', { email: 'ada@nowhere.example' }),
  ssoCallback: () => ({ path: '/auth/v1/sso/nowhere/callback?state=unknown' }),
  ssoLogout: ({ bank }) => post(`/auth/v1/sso/${bank.tenantId}/backchannel-logout`, { logout_token: 'none' }),
  operatorConfigurationApply: ({ bank }) =>
    post('/operator/v1/configuration', { tenant_id: bank.tenantId, text: 'version: 1\n', plan: true }),
  operatorConfigurationExport: ({ bank }) => ({
    path: `/operator/v1/configuration?tenant_id=${bank.tenantId}`,
  }),
  operatorDirectoriesList: ({ bank }) => ({ path: `/operator/v1/directories?tenant_id=${bank.tenantId}` }),
  operatorRc4Uses: ({ bank }) => ({ path: `/operator/v1/rc4-uses?tenant_id=${bank.tenantId}` }),
  operatorDirectoriesCreate: async (world) => {
    await spareDirectory(world);
    return post('/operator/v1/directories', { ...newDirectory(), tenant_id: world.bank.tenantId });
  },
  operatorDirectoriesSync: async (world) =>
    post(`/operator/v1/directories/${await spareDirectory(world)}/sync?tenant_id=${world.bank.tenantId}`),
  operatorDirectoriesRemove: async (world) => ({
    path: `/operator/v1/directories/${await spareDirectory(world)}?tenant_id=${world.bank.tenantId}`,
    init: { method: 'DELETE' },
  }),
  alertEconomics: () => ({ path: '/api/v1/alert-economics' }),
  alertRecipients: () => ({ path: '/rest/v1/alert_recipients' }),
  alertRecipientsUpdate: async ({ bank, server }) => {
    const email = `${fresh('soc')}@northwind-bank.example`;
    await server.database.asOwner((owner) =>
      owner.query('INSERT INTO scout.alert_recipients (tenant_id, email, position) VALUES ($1, $2, 0)', [
        bank.tenantId,
        email,
      ]),
    );
    return { path: '/rest/v1/alert_recipients', init: json('PATCH', { email, min_severity: 'high' }) };
  },
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
  authPasskeySignIn: () => post('/auth/v1/passkey-sign-in', { credential: passkeyProof }),
  authPasskeySignInOptions: () => post('/auth/v1/passkey-sign-in/options'),
  authPasskeysAdd: () =>
    post('/auth/v1/passkeys', {
      friendly_name: 'Laptop',
      credential: { ...passkeyProof, response: { clientDataJSON: '', attestationObject: '' } },
    }),
  authPasskeysAddOptions: () => post('/auth/v1/passkeys/options', { current_password: 'not the password' }),
  authPasskeysList: () => ({ path: '/auth/v1/passkeys' }),
  authPasskeysProve: () => post('/auth/v1/passkeys/prove', { credential: passkeyProof }),
  authPasskeysProveOptions: () => post('/auth/v1/passkeys/prove-options'),
  authPasskeysRemove: () => ({
    path: `/auth/v1/passkeys/${randomUUID()}`,
    init: json('DELETE', { current_password: 'not the password' }),
  }),
  authPasskeysRename: () => ({
    path: `/auth/v1/passkeys/${randomUUID()}`,
    init: json('PATCH', { friendly_name: 'Laptop' }),
  }),
  authLeave: () => ({ path: '/auth/v1/leave', init: { method: 'POST' } }),
  authLogout: () => ({ path: '/auth/v1/logout', init: { method: 'POST' } }),
  authRecover: () => post('/auth/v1/recover', { email: `${fresh('nobody')}@northwind.example` }),
  apiTokens: () => ({ path: '/api/v1/tokens' }),
  apiTokensCreate: async (world) => post('/api/v1/tokens', await newToken(world)),
  // Nobody's.
  apiTokensRevoke: () => ({ path: `/api/v1/tokens/${randomUUID()}`, init: { method: 'DELETE' } }),
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
  cases: async (world) => {
    await spareCase(world);
    return { path: '/api/v1/cases?status=active&severity=high&account=svc.billing&assignee=none&limit=5' };
  },
  casesFacets: async (world) => {
    await spareCase(world);
    return { path: '/api/v1/case-facets?status=active&tz=Europe/Zurich' };
  },
  casesLanes: async (world) => {
    await spareCase(world);
    return { path: '/api/v1/case-lanes?tz=Europe/Zurich&only=interactive' };
  },
  casesAcknowledge: async (world) => post(`${await spareCase(world)}/acknowledge`),
  casesActivity: async (world) => ({ path: `${await spareCase(world)}/activity?source=fin-laptop3` }),
  casesAssign: async (world) =>
    post(`${await spareCase(world)}/assign`, { assignee: world.bank.emailOf('member') }),
  casesAssignees: () => ({ path: '/api/v1/case-assignees' }),
  casesClose: async (world) =>
    post(`${await spareCase(world)}/close`, { as: 'expected', reason: 'A planned migration' }),
  casesComment: async (world) => post(`${await spareCase(world)}/comments`, { text: 'Asked the team.' }),
  casesDependents: async (world) => ({ path: `${await spareCase(world)}/dependents` }),
  casesRead: async (world) => ({ path: await spareCase(world) }),
  casesReopen: async (world) => post(`${await spareCase(world, { status: 'acknowledged' })}/reopen`),
  casesRunEvents: async (world) => ({
    path: `${await spareCase(world)}/events?account=svc.billing&kind=logon:3&from=2026-11-01&to=2026-11-02`,
  }),
  casesRuns: async (world) => ({ path: `${await spareCase(world)}/runs?person=m.keller` }),
  casesSignIns: async (world) => ({ path: `${await spareCase(world)}/sign-ins` }),
  checkEmailExists: () => post('/functions/v1/check-email-exists', { email: 'nobody@northwind.example' }),
  checkExistingRequest: () =>
    post('/functions/v1/check-existing-request', { email: 'nobody@northwind.example' }),
  checkout: () => ({ path: '/api/v1/checkout' }),
  checkoutStart: () => post('/api/v1/checkout'),
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
  organizationDeletionRequest: async ({ server }) => {
    await forgetPasswords(server);
    return post('/api/v1/organization/deletion', {
      company_name: 'Northwind Bank',
      password: 'not the password',
    });
  },
  organizationTokens: () => ({ path: '/api/v1/organization/tokens' }),
  organizationTokensCreate: async (world) => post('/api/v1/organization/tokens', await newToken(world)),
  organizationTokensRevoke: async (world) => ({
    path: `/api/v1/organization/tokens/${await spareToken(world)}`,
    init: { method: 'DELETE' },
  }),
  organizationDeletionWithdraw: () => ({
    path: '/api/v1/organization/deletion',
    init: { method: 'DELETE' },
  }),
  organizationHold: () => ({
    path: '/api/v1/organization/legal-hold',
    init: json('PATCH', { held: false, reason: 'The matter is closed.' }),
  }),
  organizationRetention: () => ({ path: '/api/v1/organization/retention' }),
  organizationRetentionSet: () => ({
    path: '/api/v1/organization/retention',
    init: json('PATCH', { retention_days: 365 }),
  }),
  demoRequests: () =>
    post('/rest/v1/demo_requests', {
      first_name: 'Mira',
      last_name: 'Sato',
      email: `${fresh('mira')}@alder.example`,
      company_name: 'Alder Health',
    }),
  demoteAdmin: (world) => rpc('demote_admin', spareMember(world, { role: 'admin' })),
  detectionSettings: () => ({ path: '/rest/v1/detection_settings' }),
  detectionSettingsPreview: () =>
    post('/functions/v1/preview-detection-settings', { settings: STANDARD_SETTINGS }),
  detectionSettingsTry: () => post('/functions/v1/try-detection-settings', { settings: STANDARD_SETTINGS }),
  detectionSettingsSave: async ({ bank, server }) => {
    const row = await server.database.asOwner((owner) =>
      owner.query('SELECT version FROM scout.detection_settings WHERE tenant_id = $1', [bank.tenantId]),
    );
    const version = row.rows[0]?.version ?? 0;
    return {
      path: '/rest/v1/detection_settings',
      init: json('PATCH', { version, settings: STANDARD_SETTINGS }),
    };
  },
  domains: () => ({ path: '/rest/v1/domains' }),
  domainsAdd: () => post('/rest/v1/domains', { domain: `${fresh('added')}.example` }),
  // Not listed, so that no DNS lookup happens.
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
  monthlyReportRead: () => ({ path: '/api/v1/reports/monthly?month=2026-10' }),
  ownerReviews: () => ({ path: '/api/v1/owner-reviews' }),
  ownerReviewAccounts: async (world) => ({
    path: `${(await spareReview(world)).path}/accounts?only=own&limit=5`,
  }),
  ownerReviewsStart: async (world) => {
    await ownedAccount(world);
    return post('/api/v1/owner-reviews', { days: 30 });
  },
  ownerReviewsDecide: async (world) => {
    const { path, account } = await spareReview(world);
    return post(`${path}/decisions`, { accounts: [account], decision: 'keep' });
  },
  ownerReviewsClose: async (world) => post(`${(await spareReview(world)).path}/close`),
  evidence: () => ({ path: '/api/v1/evidence?from=2026-10-01&to=2026-10-31' }),
  posturesPdf: () => ({ path: '/api/v1/reports/postures.pdf' }),
  monthlyReportPdf: () => ({ path: '/api/v1/reports/monthly.pdf?month=2026-10' }),
  reportSubscription: () => ({ path: '/api/v1/reports/subscription' }),
  reportSubscriptionUpdate: () => ({
    path: '/api/v1/reports/subscription',
    init: json('PATCH', { monthly: true }),
  }),
  names: () => ({ path: '/api/v1/names?text=prd&limit=5' }),
  savedViews: () => ({ path: '/api/v1/saved-views' }),
  savedViewsSave: () => post('/api/v1/saved-views', { page: 'cases', name: 'Grave', query: 'severity=high' }),
  savedViewsRemove: () => post('/api/v1/saved-views/remove', { page: 'cases', name: 'Grave' }),
  ingestUsage: () => ({ path: '/api/v1/usage' }),
  enrolments: () => ({ path: '/api/v1/enrolments' }),
  enrolmentsCreate: () => post('/api/v1/enrolments', { label: 'laptops', max_uses: 5 }),
  enrolmentsRevoke: async (world) => ({
    path: `/api/v1/enrolments/${await spareEnrolment(world)}`,
    init: { method: 'DELETE' },
  }),
  event: async (world) => ({ path: `/api/v1/events/${await storedEvent(world)}` }),
  exceptions: () => ({ path: '/api/v1/exceptions?state=current&limit=5' }),
  exceptionsCreate: () => post('/api/v1/exceptions', exceptionOf('svc.billing')),
  exceptionsTry: () => post('/api/v1/exceptions/try', { account: 'svc.billing', sources: ['fin-*'] }),
  exceptionsEnd: async (world) => post(`${await spareException(world)}/end`),
  ...figuresRequests,
  figuresRiskVerdicts: () => ({ path: '/api/v1/figures/risk-verdicts?tz=Europe/Zurich' }),
  health: () => ({ path: '/health' }),
  incidents: () => ({ path: '/api/v1/incidents?rule=failed-logons&account=svc.billing' }),
  incidentsRuns: () => ({ path: '/api/v1/incidents/runs?rule=failed-logons&account=svc.billing' }),
  ingestEvents: () => ({ path: '/api/ingest/v1/events', init: batchRequest() }),
  invitationOrganization: ({ bank }) => post('/functions/v1/invitation-organization', { org: bank.tenantId }),
  invitation: async (world) =>
    post('/functions/v1/invitation', { token: (await invitedAddress(world)).token }),
  invitationByAddress: async (world) =>
    post('/functions/v1/invitation-by-address', {
      email: (await invitedAddress(world)).email,
      org: world.bank.tenantId,
    }),
  jwks: () => ({ path: '/.well-known/jwks.json' }),
  mailingList: () => post('/rest/v1/mailing_list', { email: `${fresh('list')}@alder.example` }),
  mcp: () => post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
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
  operatorStatus: () => ({ path: '/operator/v1/status' }),
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
  setMemberRole: async (world) =>
    post('/rpc/set_member_role', { ...(await spareMember(world)), p_role: 'auditor' }),
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
