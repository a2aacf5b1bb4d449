import { type CallName, contract, type ErrorCode } from '@scout/contract';
import { startServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requests } from './testing/requests.ts';
import { type CallerKind, callers, createWorld, type World } from './testing/world.ts';

type Outcome = 'ok' | ErrorCode;
type Row = Record<CallerKind, Outcome>;

const everybody: Row = {
  visitor: 'ok',
  outsider: 'ok',
  member: 'ok',
  unsubscribed: 'ok',
  admin: 'ok',
  agent: 'ok',
  operator: 'ok',
};
/** A credential of another kind is no JWT at all. */
const signedIn: Row = {
  ...everybody,
  visitor: 'not_signed_in',
  agent: 'malformed_token',
  operator: 'malformed_token',
};
const subscribers: Row = { ...signedIn, outsider: 'no_organization', unsubscribed: 'subscription_required' };
const agentsOnly: Row = {
  visitor: 'invalid_credential',
  outsider: 'invalid_credential',
  member: 'invalid_credential',
  unsubscribed: 'invalid_credential',
  admin: 'invalid_credential',
  agent: 'ok',
  operator: 'invalid_credential',
};
const operatorOnly: Row = {
  visitor: 'invalid_operator_token',
  outsider: 'invalid_operator_token',
  member: 'invalid_operator_token',
  unsubscribed: 'invalid_operator_token',
  admin: 'invalid_operator_token',
  agent: 'invalid_operator_token',
  operator: 'ok',
};

/** Roles × calls. A call of the contract that is missing here does not compile, and fails below. */
const table: Record<CallName, Row> = {
  agentEnrol: everybody,
  agentHeartbeat: agentsOnly,
  agents: subscribers,
  authLogout: everybody,
  authSession: everybody,
  authToken: everybody,
  authUser: signedIn,
  figuresAiRisk: subscribers,
  figuresFailedLogons: subscribers,
  figuresInteractiveLogons: subscribers,
  figuresServiceAccountActivity: subscribers,
  health: everybody,
  ingestEvents: agentsOnly,
  jwks: everybody,
  operatorAgentsList: operatorOnly,
  operatorAgentsRevoke: operatorOnly,
  operatorEnrolmentsCreate: operatorOnly,
  operatorTenantsCreate: operatorOnly,
  operatorTenantsList: operatorOnly,
  operatorTenantsUpdate: operatorOnly,
  operatorUsersCreate: operatorOnly,
  profiles: signedIn,
  tenantEvents: subscribers,
  tenantEventsCount: subscribers,
  tenantEventsCsv: subscribers,
  tenantEventsTxt: subscribers,
  tenantEventsTypes: subscribers,
  tenants: signedIn,
};

let world: World;

beforeAll(async () => {
  world = await createWorld(await startServer());
});
afterAll(() => world.server.stop());

describe('access', () => {
  it('is written down here for every call of the contract', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(contract).sort());
  });

  describe.each(Object.entries(table))('%s', (name, row) => {
    it.each(callers.map((kind) => [kind, row[kind]] as const))('%s: %s', async (kind, expected) => {
      const { path, init } = await requests[name as CallName](world);
      const response = await world.clients[kind].request(path, init);
      const outcome = response.ok ? 'ok' : ((await response.json()) as { code: string }).code;
      expect(outcome).toBe(expected);
    });
  });

  it('lets a removed member see no organization, though the token still names it', async () => {
    const { outsider } = world.clients;
    expect(await outsider.api.tenants({})).toEqual([]);
    expect(await outsider.api.profiles({})).toEqual([]);
  });

  it('follows the database and not the token when a role or a subscription changes', async () => {
    const { clients, bank } = world;
    await clients.operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: false });
    await expect(clients.member.api.agents({})).rejects.toMatchObject({
      code: 'subscription_required',
      status: 403,
    });
    await clients.operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: true });
    await expect(clients.member.api.agents({})).resolves.toBeInstanceOf(Array);
  });

  it('ends a revoked credential with its next request', async () => {
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
