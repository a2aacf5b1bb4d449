import { randomUUID } from 'node:crypto';
import {
  clientOf,
  createClock,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EnrolledAgent,
  enrolIn,
  type Fleet,
  machine,
  quiet,
  rowOf,
  startFleet,
} from '../../../testing/fleet.ts';
import { fresh } from '../../../testing/fresh.ts';
import { line, ship } from '../../ingest/testing/ship.ts';
import { makeDownloadTicket } from '../sql/downloadTickets.ts';

const clock = createClock(new Date().toISOString());
let fleet: Fleet;
let server: TestServer;
let bank: TestOrganization;
let admin: TestClient;
let agent: EnrolledAgent;

beforeAll(async () => {
  fleet = await startFleet(clock);
  ({ server, bank, admin } = fleet);
});
afterAll(() => fleet.server.stop());
beforeEach(async () => {
  clock.set(Date.now());
  agent = await enrolIn(fleet);
  await agent.api.agentHeartbeat(quiet);
});

const row = (id = agent.id) => rowOf(fleet, id);
const secret = () => `scout_key_${randomUUID()}${randomUUID()}`;
const operatorToken = async () => {
  const { api } = await bank.as('operator');
  return (await api.operatorEnrolmentsCreate({ tenant_id: bank.tenantId })).token;
};
const enrol = (input: { token?: string; proof?: string; machine_id?: string }) =>
  clientOf(server).api.agentEnrol({ ...machine, machine_id: agent.machineId, ...input });
const send = (client: TestClient, batch = 1, lines = 1) =>
  ship(
    client,
    batch,
    Array.from({ length: lines }, () => line()),
  );
const usesOfTokens = async () => (await admin.api.enrolments({})).reduce((sum, { uses }) => sum + uses, 0);
const actionsOf = async (id: string) =>
  (await admin.api.auditLogs({ text: id })).map(({ action }) => action).toReversed();

/** The token in a download by a non-admin. */
async function memberToken(): Promise<string> {
  const token = `scout_enrol_${randomUUID()}`;
  const expires = new Date(Date.now() + 3_600_000);
  await server.database.withRole({ role: 'scout_member', tenantId: bank.tenantId }, (tx) =>
    makeDownloadTicket(tx, {
      ticket: randomUUID(),
      token,
      path: 'linux/scout-agent-latest.deb',
      label: 'Download for linux',
      createdBy: bank.emailOf('member'),
      now: new Date(),
      ticketExpires: expires,
      tokenExpires: expires,
      maxUses: 25,
      needsApproval: true,
    }),
  );
  return token;
}

describe('a machine id', () => {
  it('is in no list for members or the operator', async () => {
    const member = await bank.as('member');
    const operator = await bank.as('operator');
    for (const [client, path] of [
      [member, '/api/v1/agents'],
      [admin, '/api/v1/agents'],
      [operator, `/operator/v1/agents?tenant_id=${bank.tenantId}`],
    ] as const) {
      const text = await (await client.request(path)).text();
      expect(text).toContain(agent.id);
      expect(text).not.toContain(agent.machineId);
    }
  });

  it('and a token do not take over a known machine', async () => {
    const uses = await usesOfTokens();
    for (const token of [await memberToken(), await operatorToken()]) {
      await expect(enrol({ token })).rejects.toMatchObject({ code: 'machine_known', status: 409 });
      await expect(enrol({ token, proof: secret() })).rejects.toMatchObject({ code: 'machine_known' });
    }
    await agent.api.agentHeartbeat(quiet);
    expect(await send(agent)).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(await row()).toMatchObject({ state: 'conflict', reasons: ['enrolment_refused'] });
    // Once per day, regardless of the number of attempts.
    expect(await actionsOf(agent.id)).toEqual(['agent_enrolled', 'agent_enrolment_refused']);
    expect(await usesOfTokens()).toBe(uses);
  });

  it('and a token do not restore a revoked agent, nor does its credential', async () => {
    await admin.api.agentsRevoke({ agent_id: agent.id });
    for (const token of [await memberToken(), await operatorToken()])
      for (const proof of [undefined, agent.bearer])
        await expect(enrol({ token, ...(proof && { proof }) })).rejects.toMatchObject({
          code: 'machine_revoked',
        });
    await expect(enrol({ proof: agent.bearer })).rejects.toMatchObject({ code: 'machine_revoked' });
    await expect(agent.api.agentHeartbeat(quiet)).rejects.toMatchObject({ code: 'credential_revoked' });
    expect(await row()).toMatchObject({ state: 'revoked', reasons: [] });
    expect(await actionsOf(agent.id)).toEqual(['agent_enrolled', 'agent_revoked']);
  });
});

describe('a known machine re-enrolls', () => {
  it('with its credential, which is valid until the next one is first used', async () => {
    const again = await enrol({ token: await operatorToken(), proof: agent.bearer });
    expect(again.agent_id).toBe(agent.id);
    await agent.api.agentHeartbeat(quiet);
    await clientOf(server, again.credential).api.agentHeartbeat(quiet);
    await expect(agent.api.agentHeartbeat(quiet)).rejects.toMatchObject({ code: 'invalid_credential' });
    await expect(enrol({ token: await operatorToken(), proof: agent.bearer })).rejects.toMatchObject({
      code: 'machine_known',
    });
  });

  it('with its first secret, until its credential is first used: an answer may be lost', async () => {
    const machine_id = fresh('machine');
    const proof = secret();
    const token = await operatorToken();
    const lost = await enrol({ token, machine_id, proof });
    const again = await enrol({ token, machine_id, proof });
    expect(again.agent_id).toBe(lost.agent_id);
    await clientOf(server, again.credential).api.agentHeartbeat(quiet);
    await expect(clientOf(server, lost.credential).api.agentHeartbeat(quiet)).rejects.toMatchObject({
      code: 'invalid_credential',
    });
    await expect(enrol({ token, machine_id, proof })).rejects.toMatchObject({ code: 'machine_known' });
    await expect(enrol({ machine_id, proof: again.credential })).rejects.toMatchObject({
      code: 'invalid_credential',
    });
  });

  it('once, after an admin released it, with a token; a copied credential stays void', async () => {
    const waiting = await agent.api.agentRotate({});
    await admin.api.agentsRevoke({ agent_id: agent.id });
    const released = await admin.api.agentsRelease({ agent_id: agent.id, accept_credential: false });
    expect(released).toMatchObject({ state: 'released', reasons: ['released'] });
    await expect(enrol({ proof: agent.bearer })).rejects.toMatchObject({ code: 'machine_revoked' });
    await expect(agent.api.agentHeartbeat(quiet)).rejects.toMatchObject({ code: 'credential_revoked' });
    const token = await operatorToken();
    const proof = agent.bearer;
    const lost = await enrol({ token, proof });
    const back = await enrol({ token, proof });
    expect([lost.agent_id, back.agent_id]).toEqual([agent.id, agent.id]);
    for (const old of [agent.bearer, waiting.credential])
      await expect(clientOf(server, old).api.agentHeartbeat(quiet)).rejects.toMatchObject({
        code: 'invalid_credential',
      });
    await clientOf(server, back.credential).api.agentHeartbeat(quiet);
    expect(await row()).toMatchObject({ state: 'healthy', revoked_at: null, released_until: null });
    await expect(enrol({ token })).rejects.toMatchObject({ code: 'machine_known' });
    expect((await actionsOf(agent.id)).filter((action) => action !== 'agent_enrolment_refused')).toEqual([
      'agent_enrolled',
      'agent_credential_rotated',
      'agent_revoked',
      'agent_released',
      'agent_enrolled',
      'agent_enrolled',
    ]);
  });

  it('by itself, after an admin released its credential', async () => {
    await admin.api.agentsRevoke({ agent_id: agent.id });
    await admin.api.agentsRelease({ agent_id: agent.id, accept_credential: true });
    await expect(enrol({ proof: secret() })).rejects.toMatchObject({ code: 'invalid_credential' });
    const back = await enrol({ proof: agent.bearer });
    expect(back).toMatchObject({ agent_id: agent.id, awaiting_approval: false });
    await clientOf(server, back.credential).api.agentHeartbeat(quiet);
    await expect(agent.api.agentHeartbeat(quiet)).rejects.toMatchObject({ code: 'invalid_credential' });
  });

  it('no longer after the release expired or was ended by another revocation', async () => {
    await admin.api.agentsRevoke({ agent_id: agent.id });
    await admin.api.agentsRelease({ agent_id: agent.id, accept_credential: true });
    await server.database.asOwner((owner) =>
      owner.query('UPDATE scout.agents SET released_until = $2 WHERE agent_id = $1', [
        agent.id,
        new Date(server.context.clock.now()),
      ]),
    );
    const token = await operatorToken();
    await expect(enrol({ token, proof: agent.bearer })).rejects.toMatchObject({ code: 'machine_revoked' });
    await admin.api.agentsRelease({ agent_id: agent.id, accept_credential: true });
    expect(await admin.api.agentsRevoke({ agent_id: agent.id })).toMatchObject({
      state: 'revoked',
      released_until: null,
    });
    await expect(enrol({ token, proof: agent.bearer })).rejects.toMatchObject({ code: 'machine_revoked' });
  });

  it('and waits, when the token it uses after a release requires approval', async () => {
    await admin.api.agentsRelease({ agent_id: agent.id, accept_credential: false });
    const taken = await enrol({ token: await memberToken() });
    expect(taken).toMatchObject({ agent_id: agent.id, awaiting_approval: true });
    expect(await send(clientOf(server, taken.credential))).toMatchObject({ status: 403 });
  });

  it('and stays approved, when it proves its identity beside a token that requires approval', async () => {
    const again = await enrol({ token: await memberToken(), proof: agent.bearer });
    expect(again).toMatchObject({ agent_id: agent.id, awaiting_approval: false });
  });
});

describe('a machine enrolled with a member’s download', () => {
  const arrive = async () => {
    const machine_id = fresh('machine');
    const enrolled = await enrol({ token: await memberToken(), machine_id });
    return { ...enrolled, machine_id, client: clientOf(server, enrolled.credential) };
  };

  it('may send heartbeats, but nothing is stored or acknowledged until an admin approves it', async () => {
    const { client, agent_id, awaiting_approval } = await arrive();
    expect(awaiting_approval).toBe(true);
    expect(await client.api.agentHeartbeat(quiet)).toMatchObject({ awaiting_approval: true, next_batch: 1 });
    expect(await send(client)).toMatchObject({
      status: 403,
      body: { code: 'awaiting_approval', message: expect.stringContaining('Keep the events') },
    });
    expect(await row(agent_id)).toMatchObject({
      state: 'awaiting_approval',
      reasons: ['awaiting_approval'],
      events_accepted: 0,
    });
    await expect((await bank.as('member')).api.agentsApprove({ agent_id })).rejects.toMatchObject({
      code: 'admin_required',
    });
    expect(await admin.api.agentsApprove({ agent_id })).toMatchObject({ state: 'healthy', reasons: [] });
    expect(await client.api.agentHeartbeat(quiet)).toMatchObject({ awaiting_approval: false });
    expect(await send(client)).toMatchObject({ status: 200, body: { accepted: 1 } });
    await expect(admin.api.agentsApprove({ agent_id })).rejects.toMatchObject({ code: 'agent_state' });
    await expect(admin.api.agentsReject({ agent_id })).rejects.toMatchObject({ code: 'agent_state' });
    expect(await actionsOf(agent_id)).toEqual(['agent_enrolled', 'agent_approved']);
    const [approved] = await admin.api.auditLogs({ action: 'agent_approved' });
    expect(approved).toMatchObject({
      actor: bank.emailOf('admin'),
      details: { agent_id, host: 'PRD-SQL01' },
    });
  });

  it('stays out for good when an admin rejects it', async () => {
    const { client, agent_id, machine_id, credential } = await arrive();
    await expect(admin.api.agentsRelease({ agent_id, accept_credential: true })).rejects.toMatchObject({
      code: 'agent_state',
    });
    expect(await admin.api.agentsReject({ agent_id })).toMatchObject({ state: 'revoked' });
    expect(await send(client)).toMatchObject({ status: 401, body: { code: 'credential_revoked' } });
    await expect(
      enrol({ token: await operatorToken(), machine_id, proof: credential }),
    ).rejects.toMatchObject({ code: 'machine_revoked' });
    expect(await actionsOf(agent_id)).toEqual(['agent_enrolled', 'agent_rejected']);
  });

  it('needs no approval when it comes with an admin’s token', async () => {
    const { machine_id, credential } = await arrive();
    expect(await enrol({ token: await operatorToken(), machine_id, proof: credential })).toMatchObject({
      awaiting_approval: false,
    });
  });
});

describe('two senders with one credential', () => {
  const beat = (instance_id?: string) =>
    agent.api.agentHeartbeat({ ...quiet, ...(instance_id && { instance_id }) });

  it('are detected when their processes alternate, but not one process after another', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    for (const one of [undefined, first, first, second, third, third]) await beat(one);
    expect(await row()).toMatchObject({ state: 'healthy', conflict_at: null });
    await beat(first);
    expect(await row()).toMatchObject({ state: 'conflict', reasons: ['same_identity'] });
    clock.advance(3_601_000);
    await beat(first);
    expect(await row()).toMatchObject({ state: 'healthy' });
  });

  it('are detected when one omits its process', async () => {
    const first = randomUUID();
    for (const one of [first, undefined, first]) await beat(one);
    expect(await row()).toMatchObject({ state: 'conflict' });
  });

  it('are detected by batches that differ under one number; the first one stored is kept', async () => {
    expect(await send(agent, 1, 2)).toMatchObject({ status: 200, body: { accepted: 2 } });
    expect(await send(agent, 1, 3)).toMatchObject({ status: 409, body: { code: 'batch_conflict' } });
    expect(await row()).toMatchObject({ state: 'conflict', events_accepted: 2 });
    const { rows } = await server.database.asOwner((owner) =>
      owner.query('SELECT count(*)::int AS events FROM scout.tenant_events WHERE agent_id = $1', [agent.id]),
    );
    expect(rows).toEqual([{ events: 2 }]);
    expect(await send(agent, 2, 3)).toMatchObject({ status: 200, body: { accepted: 3 } });
  });
});

it('an agent cannot flood the audit log by requesting credentials', async () => {
  for (let times = 0; times < 10; times += 1) await agent.api.agentRotate({});
  await expect(agent.api.agentRotate({})).rejects.toMatchObject({ code: 'rate_limited' });
});
