import { accessKinds, type CallName, contract, type ErrorCode, tokenScopeNames } from '@scout/contract';
import { clientOf, startServer, type TestClient } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requests } from './testing/requests.ts';
import { type CallerKind, callers, createWorld, forgetPasswords, type World } from './testing/world.ts';

type CallResult = 'ok' | ErrorCode;
type Row = Record<CallerKind, CallResult>;

/** The same outcome for all callers. */
const everybody = (outcome: CallResult = 'ok'): Row => ({
  visitor: outcome,
  unconfirmed: outcome,
  outsider: outcome,
  pending: outcome,
  half: outcome,
  member: outcome,
  analyst: outcome,
  auditor: outcome,
  owner: outcome,
  unsubscribed: outcome,
  rival: outcome,
  admin: outcome,
  agent: outcome,
  operator: outcome,
});
/** Callers with an incomplete session, and their outcome. A credential of another kind is not a JWT at all. */
const halfSignedIn = (outcome: CallResult = 'ok'): Row => ({
  ...everybody(outcome),
  visitor: 'not_signed_in',
  unconfirmed: 'session_ended',
  agent: 'malformed_token',
  operator: 'malformed_token',
});
const signedIn = (outcome: CallResult = 'ok'): Row => ({
  ...halfSignedIn(outcome),
  half: 'second_factor_required',
});
const members = (outcome: CallResult = 'ok'): Row => ({
  ...signedIn(outcome),
  outsider: 'no_organization',
  pending: 'no_organization',
  analyst: 'role_not_permitted',
  auditor: 'role_not_permitted',
  owner: 'role_not_permitted',
});
/** Roles that a call names beside admins and members have the outcome of an admin. */
const withAnalyst = (row: Row): Row => ({ ...row, analyst: row.admin });
const withAuditor = (row: Row): Row => ({ ...row, auditor: row.admin });
/** Owners of accounts, where the request names an account of theirs. */
const withOwner = (row: Row): Row => ({ ...row, owner: row.admin });
const withBoth = (row: Row): Row => withAnalyst(withAuditor(row));
const withAll = (row: Row): Row => withOwner(withBoth(row));
const subscribers: Row = { ...members(), unsubscribed: 'subscription_required' };
const admins: Row = { ...members(), member: 'admin_required' };
/** Only tokens of the organization make these. */
const directories: Row = { ...members('scim_token'), member: 'admin_required' };
/** Admins, each of their own organization: the request concerns the bank. */
const adminsOfBank: Row = { ...admins, unsubscribed: 'not_found', rival: 'not_found' };
const payingAdminsOfBank: Row = { ...adminsOfBank, unsubscribed: 'subscription_required' };
const payingAdminsBut = (outcome: CallResult): Row => ({
  ...members(outcome),
  member: 'admin_required',
  unsubscribed: 'subscription_required',
});
const payingAdmins = payingAdminsBut('ok');
const agentsOnly: Row = { ...everybody('invalid_credential'), agent: 'ok' };
const operatorOnly: Row = { ...everybody('invalid_operator_token'), operator: 'ok' };

/**
 * Roles × calls. A call of the contract missing here does not compile, and fails below. For permitted callers, an outcome other
 * than 'ok' comes from the request (testing/requests.ts), which names something missing or foreign.
 */
const table: Record<CallName, Row> = {
  acceptInvitation: signedIn('invitation_other_address'),
  accountContractApprove: withOwner(payingAdminsOfBank),
  accountContractDiscard: withOwner(payingAdminsOfBank),
  accountContractPropose: withBoth({ ...subscribers, rival: 'not_found' }),
  accountContractRead: withAll({ ...subscribers, rival: 'not_found' }),
  accountContractSave: payingAdminsOfBank,
  accountContractTry: withOwner(payingAdminsOfBank),
  accountContractWithdraw: payingAdminsOfBank,
  accounts: withAll(subscribers),
  accountsFacets: withAll(subscribers),
  accountsImport: payingAdmins,
  accountsImportPreview: payingAdmins,
  accountsRead: withAll({ ...subscribers, rival: 'not_found' }),
  accountsUpdate: payingAdminsOfBank,
  postures: withBoth(subscribers),
  posturesPdf: withBoth(subscribers),
  rc4Uses: withBoth(subscribers),
  accountsDecoy: payingAdmins,
  accountsDecoyProposal: withAuditor(payingAdmins),
  agentEnrol: everybody(),
  agentGroupAssign: payingAdminsOfBank,
  agentGroupConfigure: payingAdminsOfBank,
  agentGroupCreate: payingAdmins,
  agentGroupDelete: payingAdminsOfBank,
  agentGroupRead: withBoth({ ...subscribers, rival: 'not_found' }),
  agentGroupReturn: payingAdminsOfBank,
  agentGroupRollOut: { ...payingAdminsOfBank, admin: 'configuration_changed' },
  agentGroupUpdate: payingAdminsOfBank,
  agentGroups: withBoth(subscribers),
  agentHeartbeat: agentsOnly,
  agentIdentify: everybody('not_found'),
  agentRotate: agentsOnly,
  agentUpgrade: withBoth(subscribers),
  // No release exists in this world.
  agentUpgradeOpen: payingAdminsBut('release_changed'),
  agentUpgradePause: payingAdminsBut('release_changed'),
  agentUpgradeStart: payingAdminsBut('release_changed'),
  agents: withBoth(subscribers),
  agentsApprove: payingAdminsOfBank,
  agentsReject: adminsOfBank,
  agentsRelease: payingAdminsOfBank,
  agentsRevoke: adminsOfBank,
  alertEconomics: withBoth(subscribers),
  alertRecipients: withBoth(members()),
  // Members change their own mail settings.
  alertRecipientsUpdate: { ...withBoth(members('not_found')), admin: 'ok' },
  channels: withAuditor(payingAdmins),
  channelsCreate: payingAdmins,
  channelsDelete: payingAdminsOfBank,
  channelsRotate: payingAdminsOfBank,
  channelsTest: payingAdminsOfBank,
  channelsUpdate: payingAdminsOfBank,
  directories: withAuditor(payingAdmins),
  directoriesCreate: payingAdmins,
  directoriesRemove: payingAdminsOfBank,
  directoriesSync: payingAdminsOfBank,
  directorySnapshotBegin: agentsOnly,
  directorySnapshotFinish: agentsOnly,
  directorySnapshotPiece: agentsOnly,
  apiTokens: withAll(members()),
  apiTokensCreate: withAll(members('wrong_password')),
  apiTokensRevoke: withAll(members('not_found')),
  approveMember: adminsOfBank,
  auditEmit: withAll(members('not_found')),
  auditLogs: withAuditor(admins),
  authFactorsChallenge: halfSignedIn('not_found'),
  authFactorsEnrol: { ...halfSignedIn('wrong_password'), half: 'second_factor_required' },
  authFactorsList: halfSignedIn(),
  authFactorsRemove: { ...halfSignedIn('not_found'), half: 'second_factor_required' },
  authFactorsVerify: halfSignedIn('invalid_challenge'),
  authLeave: everybody(),
  authLogout: everybody(),
  authPasskeySignIn: everybody('invalid_challenge'),
  authPasskeySignInOptions: everybody(),
  authPasskeysAdd: { ...halfSignedIn('invalid_challenge'), half: 'second_factor_required' },
  authPasskeysAddOptions: { ...halfSignedIn('wrong_password'), half: 'second_factor_required' },
  authPasskeysList: halfSignedIn(),
  authPasskeysProve: halfSignedIn('invalid_challenge'),
  authPasskeysProveOptions: halfSignedIn('not_found'),
  authPasskeysRemove: { ...halfSignedIn('wrong_password'), half: 'second_factor_required' },
  authPasskeysRename: signedIn('not_found'),
  authRecover: everybody(),
  authRecoveryCodes: signedIn('wrong_password'),
  authResend: everybody(),
  authResetPassword: everybody('invalid_reset_token'),
  authSession: everybody(),
  authSessionsEnd: signedIn('not_found'),
  authSessionsEndOthers: signedIn(),
  authSessionsList: signedIn(),
  authSignup: everybody(),
  authToken: everybody(),
  authUser: halfSignedIn(),
  authUserUpdate: signedIn(),
  authVerify: everybody('invalid_code'),
  cases: withAll(subscribers),
  // Another organization has no case with this number.
  casesAcknowledge: withAnalyst({ ...subscribers, rival: 'not_found' }),
  casesActivity: withAll({ ...subscribers, rival: 'not_found' }),
  casesAssign: withAnalyst({ ...subscribers, rival: 'not_found' }),
  casesAssignees: withBoth(subscribers),
  casesClose: withAnalyst(payingAdminsOfBank),
  casesComment: withAnalyst({ ...subscribers, rival: 'not_found' }),
  casesDependents: withAll({ ...subscribers, rival: 'not_found' }),
  casesFacets: withAll(subscribers),
  casesLanes: withBoth(subscribers),
  casesRead: withAll({ ...subscribers, rival: 'not_found' }),
  casesReopen: withAnalyst({ ...subscribers, rival: 'not_found' }),
  casesRunEvents: withAll({ ...subscribers, rival: 'not_found' }),
  casesRuns: withAll({ ...subscribers, rival: 'not_found' }),
  casesSignIns: withBoth({ ...subscribers, rival: 'not_found' }),
  checkEmailExists: everybody(),
  checkExistingRequest: everybody(),
  // No payment provider is configured, and subscribed organizations cannot pay again.
  checkout: admins,
  checkoutStart: {
    ...admins,
    admin: 'subscribed_already',
    rival: 'subscribed_already',
    unsubscribed: 'not_found',
  },
  confirmPayment: members(),
  declineInvitation: everybody(),
  declineInvitationByAddress: signedIn('invitation_other_address'),
  deleteAccount: signedIn('wrong_password'),
  demoRequests: everybody(),
  demoteAdmin: adminsOfBank,
  organizationDeletionRequest: { ...members('wrong_password'), member: 'admin_required' },
  organizationDeletionWithdraw: admins,
  organizationTokens: withAuditor(admins),
  organizationTokensCreate: { ...members('wrong_password'), member: 'admin_required' },
  organizationTokensRevoke: adminsOfBank,
  organizationHold: admins,
  organizationRetention: withAuditor(admins),
  organizationRetentionSet: admins,
  detectionSettings: withBoth(members()),
  detectionSettingsPreview: admins,
  // Organizations other than the bank have a different version, or the first.
  detectionSettingsSave: admins,
  detectionSettingsTry: payingAdmins,
  domains: withAuditor(admins),
  domainsAdd: admins,
  domainsCheckDns: { ...adminsOfBank, admin: 'not_found' },
  domainsConfirmCode: { ...adminsOfBank, admin: 'invalid_code' },
  domainsRemove: adminsOfBank,
  domainsSendCode: adminsOfBank,
  domainsUpdate: adminsOfBank,
  downloadsAgentWithConfig: {
    ...members('agent_binary_not_found'),
    unsubscribed: 'subscription_required',
    rival: 'not_found',
  },
  earlyAccessPerson: signedIn(),
  enrolments: withAuditor(payingAdmins),
  enrolmentsCreate: payingAdmins,
  enrolmentsRevoke: adminsOfBank,
  // Another organization's event.
  event: withBoth({ ...subscribers, rival: 'not_found' }),
  exceptions: withBoth(subscribers),
  exceptionsCreate: withAnalyst(payingAdmins),
  exceptionsEnd: withAnalyst(payingAdminsOfBank),
  exceptionsTry: withAnalyst(payingAdmins),
  figuresAiRisk: withBoth(subscribers),
  figuresFailedLogons: withBoth(subscribers),
  figuresInfrastructureChanges: withBoth(subscribers),
  figuresInteractiveLogons: withBoth(subscribers),
  figuresRiskVerdicts: withBoth(subscribers),
  figuresServiceAccountActivity: withBoth(subscribers),
  health: everybody(),
  incidents: withBoth(subscribers),
  incidentsRuns: withBoth(subscribers),
  groupRoles: withAuditor(admins),
  groupRolesAdd: admins,
  groupRolesRemove: adminsOfBank,
  ingestEvents: agentsOnly,
  invitation: everybody(),
  invitationOrganization: everybody(),
  invitationByAddress: signedIn('invitation_other_address'),
  jwks: everybody(),
  mailingList: everybody(),
  mcp: withBoth(subscribers),
  members: withAuditor(admins),
  membersAdd: admins,
  evidence: withBoth(subscribers),
  monthlyReportPdf: withBoth(subscribers),
  monthlyReportRead: withBoth(subscribers),
  names: withBoth(subscribers),
  ownerReviewAccounts: withAll({ ...subscribers, rival: 'not_found' }),
  ownerReviews: withAll(subscribers),
  ownerReviewsClose: payingAdminsOfBank,
  // The review is about an account of the member.
  ownerReviewsDecide: { ...subscribers, rival: 'not_found', analyst: 'not_found', owner: 'not_found' },
  // The rival has no account with an owner.
  ownerReviewsStart: { ...payingAdmins, rival: 'review_state' },
  operatorAgentsList: operatorOnly,
  operatorAgentsRevoke: operatorOnly,
  operatorConfigurationApply: operatorOnly,
  operatorConfigurationExport: operatorOnly,
  operatorDirectoriesCreate: operatorOnly,
  operatorDirectoriesList: operatorOnly,
  operatorDirectoriesRemove: operatorOnly,
  operatorDirectoriesSync: operatorOnly,
  operatorRc4Uses: operatorOnly,
  operatorAuditVerify: operatorOnly,
  operatorDemoRequestsList: operatorOnly,
  operatorEnrolmentsCreate: operatorOnly,
  operatorKeysList: operatorOnly,
  operatorKeysReseal: operatorOnly,
  operatorKeysRotate: operatorOnly,
  operatorMailingList: operatorOnly,
  operatorTenantsCreate: operatorOnly,
  operatorTenantsList: operatorOnly,
  ingestUsage: withBoth(subscribers),
  operatorQuotasUpdate: operatorOnly,
  operatorStatus: operatorOnly,
  operatorUsageList: operatorOnly,
  operatorTenantsUpdate: operatorOnly,
  operatorUsersCreate: operatorOnly,
  profiles: signedIn(),
  profilesUpdate: withAll(members()),
  promoteAdmin: adminsOfBank,
  rejectMember: adminsOfBank,
  downloadsStatus: withBoth(subscribers),
  releasesLatest: withBoth(subscribers),
  removeMember: adminsOfBank,
  reportSubscription: withBoth(members()),
  reportSubscriptionUpdate: withBoth(members()),
  savedViews: withAll(subscribers),
  savedViewsRemove: withAll(subscribers),
  savedViewsSave: withAll(subscribers),
  setMemberRole: adminsOfBank,
  scimGroups: directories,
  scimGroupsChange: directories,
  scimGroupsCreate: directories,
  scimGroupsDelete: directories,
  scimGroupsRead: directories,
  scimGroupsReplace: directories,
  scimResourceType: directories,
  scimResourceTypes: directories,
  scimSchema: directories,
  scimSchemas: directories,
  scimService: directories,
  scimUsers: directories,
  scimUsersChange: directories,
  scimUsersCreate: directories,
  scimUsersDelete: directories,
  scimUsersRead: directories,
  scimUsersReplace: directories,
  sendMemberInvitation: adminsOfBank,
  signupLookup: everybody(),
  sso: withAuditor(admins),
  ssoCallback: everybody('not_found'),
  ssoCreate: { ...members('wrong_password'), member: 'admin_required' },
  ssoLogout: everybody('invalid_logout_token'),
  ssoRemove: adminsOfBank,
  ssoSamlCreate: { ...members('wrong_password'), member: 'admin_required' },
  ssoSamlMetadata: everybody('not_found'),
  ssoSamlResponse: everybody('not_found'),
  ssoStart: everybody('sso_unavailable'),
  ssoTest: adminsOfBank,
  ssoUpdate: adminsOfBank,
  syncClaims: halfSignedIn(),
  tenantEvents: withBoth(subscribers),
  tenantEventsCount: withBoth(subscribers),
  tenantEventsCsv: withBoth(subscribers),
  tenantEventsTxt: withBoth(subscribers),
  tenantEventsTypes: withBoth(subscribers),
  tenants: signedIn(),
  tenantsUpdate: members(),
  updates: withBoth(members()),
};

/** Owners of API tokens, and the person whose outcome a token has at the calls of its scopes. */
const tokenOwners = {
  person: 'member',
  analyst: 'analyst',
  auditor: 'auditor',
  owner: 'owner',
  admin: 'admin',
  organization: 'admin',
} as const;
type TokenOwner = keyof typeof tokenOwners;
const ownersOfTokens = Object.keys(tokenOwners) as TokenOwner[];

/** At other calls, a token is refused wherever a session is asked for. */
function outcomeOfToken(name: CallName, owner: TokenOwner): CallResult {
  const { access, scope } = contract[name]['~orpc'].meta;
  const refused = accessKinds[access].proof === 'jwt' && scope === null;
  if (owner === 'organization' && table[name] === directories) return 'ok';
  return refused ? 'api_token_not_permitted' : table[name][tokenOwners[owner]];
}

let world: World;

beforeAll(async () => {
  world = await createWorld(await startServer());
});
afterAll(() => world.server.stop());

describe('access', () => {
  it('is listed here for every call of the contract', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(contract).sort());
  });

  describe.each(Object.entries(table))('%s', (name, row) => {
    it.each(callers.map((kind) => [kind, row[kind]] as const))('%s: %s', async (kind, expected) => {
      const { path, init } = await requests[name as CallName](world);
      const response = await world.clients[kind].request(path, init);
      const outcome = response.ok ? 'ok' : ((await response.json()) as { code: string }).code;
      await response.body?.cancel().catch(() => {});
      expect(outcome).toBe(expected);
    });
  });

  describe.each(ownersOfTokens)('API tokens: %s', (owner) => {
    const scopes = [...tokenScopeNames];
    let withEveryScope: TestClient;
    beforeAll(async () => {
      withEveryScope = await clientWithToken(owner, scopes);
      // Visitors' calls are limited by address, which all these callers share.
      await world.server.database.asOwner((database) => database.query('DELETE FROM auth.rate_limits'));
    });

    it.each(Object.keys(table) as CallName[])('%s with every scope', async (name) => {
      const { path, init } = await requests[name](world);
      const response = await withEveryScope.request(path, init);
      const outcome = response.ok ? 'ok' : ((await response.json()) as { code: string }).code;
      await response.body?.cancel().catch(() => {});
      expect(outcome).toBe(outcomeOfToken(name, owner));
    });

    it.each(scopes)('with %s alone makes no call of another scope', async (scope) => {
      const client = await clientWithToken(owner, [scope]);
      for (const [name, { '~orpc': call }] of Object.entries(contract)) {
        if (call.meta.scope === scope || accessKinds[call.meta.access].proof !== 'jwt') continue;
        const path = call.route.path!.replaceAll(/\{[^}]+\}/g, '1');
        const response = await client.request(path, { method: call.route.method! });
        const { code } = (await response.json()) as { code: string };
        expect([name, code]).toEqual([
          name,
          call.meta.scope === null ? 'api_token_not_permitted' : 'api_token_scope',
        ]);
      }
    });

    async function clientWithToken(of: TokenOwner, wanted: typeof scopes): Promise<TestClient> {
      const { clients, bank, server } = world;
      await forgetPasswords(server);
      const create = of === 'organization' ? 'organizationTokensCreate' : 'apiTokensCreate';
      const { token, token_id } = await clients[tokenOwners[of]].api[create]({
        name: 'matrix',
        scopes: wanted,
        password: bank.password,
      });
      made.push(token_id);
      return clientOf(server, token);
    }
    const made: string[] = [];
    afterAll(() =>
      world.server.database.asOwner((owner) =>
        owner.query('DELETE FROM scout.api_tokens WHERE token_id = ANY ($1)', [made]),
      ),
    );
  });

  it('lets a removed member see no organization, even if the token still names it', async () => {
    const { outsider } = world.clients;
    expect(await outsider.api.tenants({})).toEqual([]);
    expect(await outsider.api.profiles({})).toEqual([]);
  });

  it('follows the database, not the token, when a role or a subscription changes', async () => {
    const { clients, bank } = world;
    await clients.operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: false });
    await expect(clients.member.api.agents({})).rejects.toMatchObject({
      code: 'subscription_required',
      status: 403,
    });
    await clients.operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: true });
    await expect(clients.member.api.agents({})).resolves.toBeInstanceOf(Array);
  });

  it('ends for a revoked credential with its next request', async () => {
    const { clients, bank } = world;
    const { token } = await clients.operator.api.operatorEnrolmentsCreate({ tenant_id: bank.tenantId });
    const machine = { machine_id: 'revoked', host: 'WS-1042', platform: 'windows', version: '1' };
    const { agent_id, credential } = await clients.visitor.api.agentEnrol({ ...machine, token });
    const beat = () =>
      fetch(`${world.server.url}/api/agents/v1/heartbeat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...machine,
          queue_depth: 0,
          lag_seconds: 0,
          events_read: 0,
          events_rejected: 0,
        }),
      });
    expect((await beat()).status).toBe(200);
    const first = await clients.operator.api.operatorAgentsRevoke({
      params: { agent_id },
      query: { tenant_id: bank.tenantId },
    });
    const refused = await beat();
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'credential_revoked' }]);

    const again = await clients.operator.api.operatorAgentsRevoke({
      params: { agent_id },
      query: { tenant_id: bank.tenantId },
    });
    expect(again.revoked_at).toBe(first.revoked_at);
  });
});
