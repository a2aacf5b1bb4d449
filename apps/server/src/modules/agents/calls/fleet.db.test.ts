import { randomUUID } from 'node:crypto';
import type { AgentAudit } from '@scout/contract';
import { createClock, type TestOrganization, type TestServer } from '@scout/testkit';
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
import { batchRequest, json } from '../../../testing/world.ts';

const DAY_MS = 86_400_000;

/** The database uses the real clock, so this one is set to it before each test. */
const clock = createClock(new Date().toISOString());
let fleet: Fleet;
let server: TestServer;
let bank: TestOrganization;
let agent: EnrolledAgent;

beforeAll(async () => {
  fleet = await startFleet(clock);
  ({ server, bank } = fleet);
});
afterAll(() => fleet.server.stop());
beforeEach(async () => {
  clock.set(Date.now());
  agent = await enrolIn(fleet);
});

const row = (id = agent.id) => rowOf(fleet, id);

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
  it('with the minimum is stored, and the rest is shown as not reported', async () => {
    expect(await agent.api.agentHeartbeat(quiet)).toEqual({
      server_time: new Date(clock.now()).toISOString(),
      next_batch: 1,
      gaps_received: [],
      subscribed: true,
      addresses: [server.url],
      latest: null,
      upgrade: false,
      rotate_credential: false,
      awaiting_approval: false,
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

  it('shows every member what the agent reports about itself', async () => {
    const audit: AgentAudit = {
      process_creation: 'on',
      command_lines: 'off',
      logons: 'unknown',
      off_for_cases: ['Logoff', 'Credential Validation'],
    };
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

  it('makes an agent silent when it stops, and healthy again when it resumes', async () => {
    await agent.api.agentHeartbeat(quiet);
    clock.advance(181_000);
    expect(await row()).toMatchObject({ state: 'silent', reasons: ['silent'] });
    await agent.api.agentHeartbeat(quiet);
    expect(await row()).toMatchObject({ state: 'healthy' });
  });

  it('distinguishes a growing queue from a shrinking one', async () => {
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

  it('distinguish a cleared log from lost records', async () => {
    await agent.api.agentHeartbeat({ ...quiet, gaps: [gap({ reason: 'log_cleared', missing: null })] });
    expect(await row()).toMatchObject({
      reasons: ['log_cleared'],
      gaps: { count: 1, missing: 0, last_at: null },
    });
  });

  it('are listed up to twenty, newest first, and raise no warning after a week', async () => {
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

  /** Lists this many gaps for the agent. */
  const listGaps = (count: number) =>
    server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.agent_gaps (tenant_id, agent_id, gap_id, source, reason, happened_at, received_at)
         SELECT $1, $2, gen_random_uuid(), 'Security', 'record_gap', now(), $3 FROM generate_series(1, $4)`,
        [bank.tenantId, agent.id, new Date(clock.now()), count],
      ),
    );

  it('beyond the daily limit are counted and not listed', async () => {
    await listGaps(1000);
    const { gap_id, ...rest } = gap();
    const answer = await agent.api.agentHeartbeat({ ...quiet, gaps: [{ gap_id, ...rest }] });
    expect(answer.gaps_received).toEqual([gap_id]);
    const { gaps } = await row();
    expect(gaps.count).toBe(1);
    expect(gaps.latest.map((listed) => listed.gap_id)).not.toContain(gap_id);
  });

  it('are counted once on either side of the limit, even if the acknowledgement was lost', async () => {
    await listGaps(999);
    const [listed, first, second] = [gap(), gap(), gap()];
    const tell = async (...gaps: ReturnType<typeof gap>[]) => {
      await agent.api.agentHeartbeat({ ...quiet, gaps });
      return (await row()).gaps.count;
    };
    expect(await tell(listed)).toBe(1);
    expect(await tell(listed), 'the list is full now').toBe(1);
    expect(await tell(listed, first)).toBe(2);
    expect(await tell(listed, first, first, second)).toBe(3);
    clock.advance(DAY_MS + 1000);
    expect(await tell(first, second), 'there is room again').toBe(3);
  });

  it('of two agents may have the same id', async () => {
    const other = await enrolIn(fleet);
    const same = gap();
    for (const one of [agent, other]) await one.api.agentHeartbeat({ ...quiet, gaps: [same] });
    for (const { id } of [agent, other]) expect((await row(id)).gaps.count).toBe(1);
  });
});

describe('lag', () => {
  const batchOfNow = () => batchRequest(undefined, undefined, clock.now());

  it('is the wait of the slowest event in a batch, by the server’s clock', async () => {
    await agent.request('/api/ingest/v1/events', batchOfNow());
    const { lag_seconds } = await row();
    expect(lag_seconds).toBeGreaterThanOrEqual(60);
    expect(lag_seconds).toBeLessThan(120);
  });

  it('corrects for the error of the machine’s clock', async () => {
    // The machine is an hour behind: its time of a minute ago was 59 minutes in its future.
    await agent.api.agentHeartbeat({ ...quiet, sent_at: new Date(clock.now() - 3_600_000).toISOString() });
    await agent.request('/api/ingest/v1/events', batchOfNow());
    expect((await row()).lag_seconds).toBe(0);
    await agent.api.agentHeartbeat({ ...quiet, sent_at: new Date(clock.now() + 3_600_000).toISOString() });
    await agent.request('/api/ingest/v1/events', batchOfNow());
    expect((await row()).lag_seconds).toBeGreaterThan(3600);
  });

  it('of a batch of rejected lines is not measured, and the rejection is a warning', async () => {
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
