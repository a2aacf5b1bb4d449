import { randomUUID } from 'node:crypto';
import type { AgentRelease } from '@scout/contract';
import {
  clientOf,
  createClock,
  createOrganization,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../auth/secretText.ts';
import { batchRequest, fresh, json } from './testing/world.ts';

const machine = { host: 'PRD-SQL01', platform: 'windows 10.0.20348 x64', version: '0.1.0' };
const totals = { queue_depth: 0, lag_seconds: 0, events_read: 0, events_rejected: 0 };
const quiet = { ...machine, ...totals };
const DAY_MS = 86_400_000;

/** The database's clock is the real one, so this one is set to it before each test. */
const clock = createClock(new Date().toISOString());
let server: TestServer;
let bank: TestOrganization;
let admin: TestClient;
let agent: TestClient & { id: string; machineId: string };

beforeAll(async () => {
  server = await startServer({ clock });
  bank = await createOrganization(server, 'Northwind Bank');
  admin = await bank.as('admin');
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock.set(Date.now());
  agent = await enrol();
});

async function enrol(machineId = fresh('machine'), token?: string) {
  token ??= (await (await bank.as('operator')).api.operatorEnrolmentsCreate({ tenant_id: bank.tenantId }))
    .token;
  const enrolled = await clientOf(server).api.agentEnrol({ ...machine, token, machine_id: machineId });
  return { ...clientOf(server, enrolled.credential), id: enrolled.agent_id, machineId };
}

/** As the operator reads it, whose token outlives every jump of the clock. */
async function row(id = agent.id) {
  const operator = await bank.as('operator');
  const rows = await operator.api.operatorAgentsList({ tenant_id: bank.tenantId });
  const found = rows.find(({ agent_id }) => agent_id === id);
  if (!found) throw new Error('The agent is not listed');
  return found;
}

const gap = (change: object = {}) => ({
  gap_id: randomUUID(),
  source: 'Security',
  reason: 'record_gap' as const,
  from_record: '100',
  to_record: '105',
  missing: 4,
  happened_at: new Date(clock.now() - 60_000).toISOString(),
  ...change,
});

describe('a heartbeat', () => {
  it('that says no more than it had to is stored, and the rest counts as not reported', async () => {
    expect(await agent.api.agentHeartbeat(quiet)).toEqual({
      server_time: new Date(clock.now()).toISOString(),
      next_batch: 1,
      gaps_received: [],
      latest: null,
      upgrade: false,
      rotate_credential: false,
    });
    expect(await row()).toMatchObject({
      state: 'healthy',
      reasons: [],
      last_seen_at: new Date(clock.now()).toISOString(),
      clock_skew_seconds: null,
      events_sent: null,
      audit: null,
      sources: null,
      gaps: { count: 0, missing: 0, last_at: null, last_cleared_at: null, latest: [] },
    });
  });

  it('shows what the agent says of itself, to every member', async () => {
    const audit = { process_creation: 'on', command_lines: 'off', logons: 'unknown' } as const;
    const sources = [
      { name: 'Security', state: 'reading', message: null },
      { name: 'file:C:\\logs\\old.xml', state: 'failed', message: 'access denied' },
    ] as const;
    await agent.api.agentHeartbeat({
      ...machine,
      sent_at: new Date(clock.now() + 90_000).toISOString(),
      queue_depth: 7,
      lag_seconds: 301.5,
      events_read: 1007,
      events_sent: 1000,
      events_rejected: 0,
      audit,
      sources: [...sources],
    });
    const seen = (await (await bank.as('member')).api.agents({})).find(
      ({ agent_id }) => agent_id === agent.id,
    );
    expect(seen).toMatchObject({
      queue_depth: 7,
      waiting_seconds: 301.5,
      clock_skew_seconds: 90,
      events_read: 1007,
      events_sent: 1000,
      audit,
      sources,
      state: 'attention',
      reasons: ['source_failed', 'audit_missing', 'lagging', 'clock_skew'],
    });
  });

  it('makes an agent silent when it stays away, and well again when it is back', async () => {
    await agent.api.agentHeartbeat(quiet);
    clock.advance(181_000);
    expect(await row()).toMatchObject({ state: 'silent', reasons: ['silent'] });
    await agent.api.agentHeartbeat(quiet);
    expect(await row()).toMatchObject({ state: 'healthy' });
  });

  it('knows a queue that only grows from one that is worked off', async () => {
    const beat = (queue_depth: number) => agent.api.agentHeartbeat({ ...quiet, queue_depth });
    const since = async () => (await row()).queue_grows_since;
    await beat(100);
    expect(await since()).toBeNull();
    await beat(2000);
    const began = new Date(clock.now()).toISOString();
    clock.advance(300_000);
    await beat(1950);
    expect(await since()).toBe(began);
    clock.advance(300_000);
    await beat(5000);
    expect(await row()).toMatchObject({ queue_grows_since: began, reasons: ['queue_growing'] });
    await beat(1000);
    expect(await since()).toBeNull();
  });

  it.each([
    ['too many gaps', { gaps: Array.from({ length: 101 }, () => gap()) }],
    ['an unknown reason', { gaps: [gap({ reason: 'because' })] }],
    ['a negative count', { gaps: [gap({ missing: -1 })] }],
    ['a NUL', { gaps: [gap({ source: 'a\u0000b' })] }],
    ['a NUL in a message', { sources: [{ name: 'x', state: 'failed', message: '\u0000' }] }],
    [
      'too many sources',
      { sources: Array.from({ length: 33 }, () => ({ name: 'x', state: 'reading', message: null })) },
    ],
    ['no time', { sent_at: 'soon' }],
  ])('with %s is refused', async (_name, change) => {
    const response = await agent.request('/api/agents/v1/heartbeat', json('POST', { ...quiet, ...change }));
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input' }]);
  });
});

describe('gaps', () => {
  it('are counted once however often they are sent, and acknowledged each time', async () => {
    const gaps = [gap(), gap({ missing: null, reason: 'log_rolled_over', from_record: null })];
    const ids = gaps.map(({ gap_id }) => gap_id);
    for (const sent of [gaps, gaps, [...gaps, ...gaps]]) {
      const answer = await agent.api.agentHeartbeat({ ...quiet, gaps: sent });
      expect(new Set(answer.gaps_received)).toEqual(new Set(ids));
    }
    const seen = await row();
    expect(seen).toMatchObject({
      state: 'attention',
      reasons: ['gaps'],
      gaps: { count: 2, missing: 4, last_at: new Date(clock.now()).toISOString(), last_cleared_at: null },
    });
    expect(new Set(seen.gaps.latest.map(({ gap_id }) => gap_id))).toEqual(new Set(ids));
    expect(seen.gaps.latest).toContainEqual(gaps[0]);
  });

  it('tell a cleared log from one that was lost', async () => {
    await agent.api.agentHeartbeat({ ...quiet, gaps: [gap({ reason: 'log_cleared', missing: null })] });
    expect(await row()).toMatchObject({
      reasons: ['log_cleared'],
      gaps: { count: 1, missing: 0, last_at: null },
    });
  });

  it('are listed up to twenty, the newest first, and forgotten as a worry after a week', async () => {
    for (let n = 0; n < 25; n += 1) {
      clock.advance(1000);
      await agent.api.agentHeartbeat({ ...quiet, gaps: [gap({ missing: n })] });
    }
    const { gaps } = await row();
    expect(gaps.count).toBe(25);
    expect(gaps.latest.map(({ missing }) => missing)).toEqual(Array.from({ length: 20 }, (_, at) => 24 - at));
    clock.advance(7 * DAY_MS + 1000);
    await agent.api.agentHeartbeat(quiet);
    expect(await row()).toMatchObject({ state: 'healthy', gaps: { count: 25 } });
  });

  it('past the limit of a day are counted and not listed', async () => {
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.agent_gaps (tenant_id, agent_id, gap_id, source, reason, happened_at, received_at)
         SELECT $1, $2, gen_random_uuid(), 'Security', 'record_gap', now(), $3 FROM generate_series(1, 1000)`,
        [bank.tenantId, agent.id, new Date(clock.now())],
      ),
    );
    const { gap_id, ...rest } = gap();
    const answer = await agent.api.agentHeartbeat({ ...quiet, gaps: [{ gap_id, ...rest }] });
    expect(answer.gaps_received).toEqual([gap_id]);
    const { gaps } = await row();
    expect(gaps.count).toBe(1);
    expect(gaps.latest.map((listed) => listed.gap_id)).not.toContain(gap_id);
  });

  it('of two agents may have the same id', async () => {
    const other = await enrol();
    const same = gap();
    for (const one of [agent, other]) await one.api.agentHeartbeat({ ...quiet, gaps: [same] });
    for (const { id } of [agent, other]) expect((await row(id)).gaps.count).toBe(1);
  });
});

describe('lag', () => {
  it('is the wait of the slowest event of a batch, by the server’s clock', async () => {
    await agent.request('/api/ingest/v1/events', batchRequest());
    const { lag_seconds } = await row();
    expect(lag_seconds).toBeGreaterThanOrEqual(60);
    expect(lag_seconds).toBeLessThan(120);
  });

  it('takes the error of the machine’s clock into account', async () => {
    // The machine is an hour behind: what it calls a minute ago was 59 minutes ahead of its own now.
    await agent.api.agentHeartbeat({ ...quiet, sent_at: new Date(clock.now() - 3_600_000).toISOString() });
    await agent.request('/api/ingest/v1/events', batchRequest());
    expect((await row()).lag_seconds).toBe(0);
    await agent.api.agentHeartbeat({ ...quiet, sent_at: new Date(clock.now() + 3_600_000).toISOString() });
    await agent.request('/api/ingest/v1/events', batchRequest());
    expect((await row()).lag_seconds).toBeGreaterThan(3600);
  });

  it('of a batch of refused lines is not measured, and the refusal is a reason to look', async () => {
    await agent.request('/api/ingest/v1/events', { ...batchRequest(), body: 'nonsense\n' });
    expect(await row()).toMatchObject({
      lag_seconds: null,
      events_rejected: 1,
      state: 'attention',
      reasons: ['rejected'],
    });
    clock.advance(DAY_MS + 60_000);
    await agent.api.agentHeartbeat(quiet);
    expect(await row()).toMatchObject({ state: 'healthy', events_rejected: 1 });
  });
});

describe('the credential', () => {
  it('is asked to be replaced when it is old', async () => {
    clock.advance(90 * DAY_MS + 60_000);
    expect(await agent.api.agentHeartbeat(quiet)).toMatchObject({ rotate_credential: true });
  });

  it('is good until the next one is first used, and void from then on', async () => {
    const { credential } = await agent.api.agentRotate({});
    expect(await agent.api.agentHeartbeat(quiet)).toMatchObject({ next_batch: 1 });

    const next = clientOf(server, credential);
    await next.api.agentHeartbeat(quiet);
    await expect(agent.api.agentHeartbeat(quiet)).rejects.toMatchObject({
      code: 'invalid_credential',
      status: 401,
    });
    await next.request('/api/ingest/v1/events', batchRequest());
    expect(await row()).toMatchObject({ events_accepted: 1 });
  });

  it('that was handed out and never used is void when another is asked for', async () => {
    const lost = await agent.api.agentRotate({});
    const kept = await agent.api.agentRotate({});
    await expect(clientOf(server, lost.credential).api.agentHeartbeat(quiet)).rejects.toMatchObject({
      code: 'invalid_credential',
    });
    await clientOf(server, kept.credential).api.agentHeartbeat(quiet);
  });

  it('is stored as its hash alone', async () => {
    const { credential } = await agent.api.agentRotate({});
    const { rows } = await server.database.asOwner((owner) =>
      owner.query(
        'SELECT next_credential_hash, a::text AS everything FROM scout.agents a WHERE agent_id = $1',
        [agent.id],
      ),
    );
    expect(rows[0].next_credential_hash).toEqual(hashSecret(credential));
    expect(rows[0].everything).not.toContain(credential);
  });

  it('of a host that enrols twice is another one of the same agent', async () => {
    const waiting = await agent.api.agentRotate({});
    const again = await enrol(agent.machineId);
    expect(again.id).toBe(agent.id);
    for (const old of [agent, clientOf(server, waiting.credential)])
      await expect(old.api.agentHeartbeat(quiet)).rejects.toMatchObject({ code: 'invalid_credential' });
    await again.api.agentHeartbeat(quiet);
    expect((await admin.api.agents({})).filter(({ agent_id }) => agent_id === agent.id)).toHaveLength(1);
  });

  it('ends with the next request after an admin revoked the agent, the next one of a rotation too', async () => {
    const { credential } = await agent.api.agentRotate({});
    const revoked = await admin.api.agentsRevoke({ agent_id: agent.id });
    expect(revoked).toMatchObject({ state: 'revoked', reasons: [] });
    for (const one of [agent, clientOf(server, credential)]) {
      await expect(one.api.agentHeartbeat(quiet)).rejects.toMatchObject({ code: 'credential_revoked' });
      await expect(one.api.agentRotate({})).rejects.toMatchObject({ code: 'credential_revoked' });
      const shipped = await one.request('/api/ingest/v1/events', batchRequest());
      expect([shipped.status, await shipped.json()]).toMatchObject([401, { code: 'credential_revoked' }]);
    }
    clock.advance(5000);
    expect((await admin.api.agentsRevoke({ agent_id: agent.id })).revoked_at).toBe(revoked.revoked_at);
    const entries = await admin.api.auditLogs({ action: 'agent_revoked' });
    expect(entries.filter(({ details }) => details.agent_id === agent.id)).toMatchObject([
      { actor: bank.emailOf('admin'), details: { host: 'PRD-SQL01' } },
    ]);
  });
});

describe('enrolment tokens', () => {
  it('are made by an admin, shown once, listed without themselves, and lead to whoever enrolled with them', async () => {
    const made = await admin.api.enrolmentsCreate({ label: 'Laptops', max_uses: 2, expires_in_hours: 48 });
    expect(made).toMatchObject({
      label: 'Laptops',
      created_by: bank.emailOf('admin'),
      expires_at: new Date(clock.now() + 48 * 3_600_000).toISOString(),
      max_uses: 2,
      uses: 0,
      revoked_at: null,
    });
    const enrolled = await enrol(fresh('machine'), made.token);
    const answer = await admin.request('/api/v1/enrolments');
    const text = await answer.text();
    expect(text).not.toContain(made.token);
    const { token: _, ...listed } = made;
    expect(JSON.parse(text)).toContainEqual({ ...listed, uses: 1 });
    expect((await row(enrolled.id)).enrolled_with).toBe(made.token_id);
  });

  it('let nobody in once revoked; who is in stays', async () => {
    const { token, token_id } = await admin.api.enrolmentsCreate({});
    const inside = await enrol(fresh('machine'), token);
    const revoked = await admin.api.enrolmentsRevoke({ token_id });
    expect(revoked.revoked_at).not.toBeNull();
    await expect(enrol(fresh('machine'), token)).rejects.toMatchObject({ code: 'invalid_enrolment_token' });
    await inside.api.agentHeartbeat(quiet);
    clock.advance(5000);
    expect((await admin.api.enrolmentsRevoke({ token_id })).revoked_at).toBe(revoked.revoked_at);
  });

  it('are written down in the audit log without themselves', async () => {
    const { token, token_id } = await admin.api.enrolmentsCreate({ label: 'Servers' });
    await admin.api.enrolmentsRevoke({ token_id });
    const entries = await admin.api.auditLogs({ text: token_id });
    expect(entries.map(({ action }) => action)).toEqual(['enrolment_revoked', 'enrolment_created']);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it.each([
    ['no use', { max_uses: 0 }],
    ['too long', { expires_in_hours: 8761 }],
    ['a long label', { label: 'x'.repeat(201) }],
    ['a NUL', { label: 'a\u0000' }],
  ])('with %s are refused', async (_name, input) => {
    await expect(admin.api.enrolmentsCreate(input)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('upgrades', () => {
  const release: AgentRelease = {
    version: '0.2.0',
    url: '/releases/latest/windows/scout-agent-latest.exe',
    sha256: 'a'.repeat(64),
    bytes: 90_000_000,
  };

  it('are offered to an older agent, unless the organization switched them off', async () => {
    await using newer = await startServer({ database: server.database, clock });
    Object.assign(newer.context, {
      latestAgent: (platform: string) => (platform.startsWith('windows') ? release : null),
    });
    const there = clientOf(newer, agent.bearer);
    expect(await there.api.agentHeartbeat(quiet)).toMatchObject({ latest: release, upgrade: true });
    expect(await there.api.agentHeartbeat({ ...quiet, version: '0.2.0' })).toMatchObject({ upgrade: false });
    expect(await there.api.agentHeartbeat({ ...quiet, platform: 'linux 6.1 x64' })).toMatchObject({
      latest: null,
      upgrade: false,
    });

    expect(await admin.api.tenantsUpdate({ agent_upgrades: false })).toMatchObject({ agent_upgrades: false });
    expect(await there.api.agentHeartbeat(quiet)).toMatchObject({ latest: release, upgrade: false });
    const [listed] = await clientOf(newer, admin.bearer)
      .api.agents({})
      .then((rows) => rows.filter(({ agent_id }) => agent_id === agent.id));
    expect(listed).toMatchObject({ latest_version: '0.2.0', reasons: ['outdated'] });
    await admin.api.tenantsUpdate({ agent_upgrades: true });
    expect(await admin.api.auditLogs({ action: 'agent_upgrades_changed' })).toHaveLength(2);
  });
});
