import { randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { createClock, type TestClient } from '@scout/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { type EnrolledAgent, enrolIn, type Fleet, quiet, rowOf, startFleet } from '../../../testing/fleet.ts';
import { json } from '../../../testing/world.ts';
import { line, ship } from '../../ingest/testing/ship.ts';

const clock = createClock(new Date().toISOString());
let fleet: Fleet;
let agent: EnrolledAgent;
let operator: TestClient;

beforeAll(async () => {
  fleet = await startFleet(clock);
  operator = await fleet.bank.as('operator');
});
afterAll(() => fleet.server.stop());
beforeEach(async () => {
  clock.set(Date.now());
  agent = await enrolIn(fleet);
});

const beat = (change: object) =>
  agent.request('/api/agents/v1/heartbeat', json('POST', { ...quiet, ...change }));

const gap = (change: object = {}) => ({
  gap_id: randomUUID(),
  source: 'Security',
  reason: 'record_gap',
  from_record: null,
  to_record: null,
  missing: 4,
  happened_at: new Date(clock.now()).toISOString(),
  ...change,
});

/** Statuses of every call that reads the fleet, and of revoking another agent. */
async function fleetStatuses(): Promise<number[]> {
  const spare = await enrolIn(fleet);
  const answers = [
    await fleet.admin.request('/api/v1/agents'),
    await operator.request(`/operator/v1/agents?tenant_id=${fleet.bank.tenantId}`),
    await fleet.admin.request(`/api/v1/agents/${spare.id}`, { method: 'DELETE' }),
  ];
  return answers.map(({ status }) => status);
}
const FINE = [200, 200, 200];

describe('numbers from an agent', () => {
  it('at the maximum do not break lists and revocation', async () => {
    const missing = Number.MAX_SAFE_INTEGER;
    expect((await beat({ gaps: [gap({ missing }), gap({ missing })] })).status).toBe(200);
    expect(await fleetStatuses()).toEqual(FINE);
    const { gaps } = await rowOf(fleet, agent.id);
    expect(gaps).toMatchObject({ count: 2, missing: 2 * limits.agent.countMax });
    expect((await fleet.admin.request(`/api/v1/agents/${agent.id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('that sum up to more than a number holds are shown as the maximum', async () => {
    await fleet.server.database.asOwner((owner) =>
      owner.query(
        `UPDATE scout.agents SET events_missing = 9223372036854775807, queue_depth = 9223372036854775807,
           gaps = 9223372036854775807, events_accepted = 9223372036854775807 WHERE agent_id = $1`,
        [agent.id],
      ),
    );
    expect(await fleetStatuses()).toEqual(FINE);
    expect((await beat({ gaps: [gap()] })).status).toBe(200);
    expect(await rowOf(fleet, agent.id)).toMatchObject({
      gaps: { missing: Number.MAX_SAFE_INTEGER, count: Number.MAX_SAFE_INTEGER },
      events_accepted: Number.MAX_SAFE_INTEGER,
    });
    expect((await ship(agent, 1, [line()])).status).toBe(200);
    expect(await fleetStatuses()).toEqual(FINE);
  });

  it.each([
    ['a gap before the year 1', { gaps: [gap({ happened_at: '0000-01-01T00:00:00Z' })] }],
    ['a gap after the year 9999', { gaps: [gap({ happened_at: '9999-12-31T23:59:59-23:59' })] }],
    ['a clock of the year 0', { sent_at: '0000-01-01T00:00:00Z' }],
  ])('%s is refused', async (_what, change) => {
    expect((await beat(change)).status).toBe(400);
    expect(await fleetStatuses()).toEqual(FINE);
  });

  it(
    'and texts of any kind never break a list',
    async () => {
      const number = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constantFrom(2 ** 53 - 1, 2 ** 63, 1e308));
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: fc.constantFrom('\0', '\u0001', '\ud800', '\u202e', '\x1b', 'a'), maxLength: 300 }),
      );
      const time = fc.oneof(
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-30T00:00:00Z'),
        text,
      );
      const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
      const heartbeat = fc.record({
        host: maybe(text),
        platform: maybe(text),
        version: maybe(text),
        sent_at: maybe(time),
        queue_depth: maybe(number),
        lag_seconds: maybe(number),
        events_read: maybe(number),
        events_sent: maybe(number),
        events_rejected: maybe(number),
        gaps: maybe(
          fc.array(
            fc.record({
              source: maybe(text),
              missing: maybe(number),
              happened_at: maybe(time),
              to_record: maybe(text),
            }),
            { maxLength: 3 },
          ),
        ),
        sources: maybe(
          fc.array(fc.record({ name: text, state: fc.constantFrom('reading', 'failed'), message: text }), {
            maxLength: 3,
          }),
        ),
      });
      const given = (value: object) =>
        Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
      await fc.assert(
        fc.asyncProperty(heartbeat, async ({ gaps, ...rest }) => {
          const change = { ...given(rest), ...(gaps && { gaps: gaps.map((one) => gap(given(one))) }) };
          expect([200, 400]).toContain((await beat(change)).status);
          expect((await fleet.admin.request('/api/v1/agents')).status).toBe(200);
        }),
        { numRuns: lengthOf(50, 1_500) },
      );
      expect(await fleetStatuses()).toEqual(FINE);
    },
    lengthOf(120_000, 3_600_000),
  );
});

describe('a batch number', () => {
  const next = async () => ((await (await beat({})).json()) as { next_batch: number }).next_batch;

  it('far ahead of the last one is refused with the next number, and the machine still works', async () => {
    expect((await ship(agent, 1, [line()])).status).toBe(200);
    for (const number of [Number.MAX_SAFE_INTEGER, limits.ingest.batchNumberMax, 1_000_002]) {
      const answer = await ship(agent, number, [line()]);
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_batch_number' }]);
    }
    expect(await next()).toBe(2);
    expect((await ship(agent, 2, [line()])).body).toMatchObject({ accepted: 1 });
    // A distance within the limit is accepted: an agent whose server was restored is ahead of it.
    expect((await ship(agent, 1_000_002, [line()])).body).toMatchObject({ accepted: 1 });
    expect(await next()).toBe(1_000_003);
  });
});

it('a fleet that reports the maximum is listed, with the sources that fit into an answer', async () => {
  const sources = Array.from({ length: 32 }, (_, n) => ({
    name: `${n}${'s'.repeat(limits.agent.sourceNameMax - 2)}`,
    state: 'failed',
    message: 'm'.repeat(limits.agent.sourceMessageMax),
  }));
  await fleet.server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.agents (tenant_id, machine_id, host, platform, version, credential_hash, enrolled_at,
         credential_issued_at, sources)
       SELECT $1, 'loud-' || n, 'zz-' || n, 'windows', '0.1.0', sha256(n::text::bytea), now(), now(), $2::jsonb
       FROM generate_series(1, 400) AS n`,
      [fleet.bank.tenantId, JSON.stringify(sources)],
    ),
  );
  const listed = (await fleet.admin.api.agents({})).filter(({ host }) => host.startsWith('zz-'));
  expect(listed).toHaveLength(400);
  const withSources = listed.filter((one) => one.sources !== null);
  expect(withSources.length).toBeGreaterThan(100);
  expect(withSources.length).toBeLessThan(300);
  expect(JSON.stringify(withSources.map((one) => one.sources)).length).toBeLessThan(
    limits.agent.listedSourceBytes,
  );
});

it('a window outside all calendars is refused, not answered with a server error', async () => {
  for (const to of ['0000-01-01T00:00:00Z', '0000-01-01', '9999-12-31T23:59:59-23:59', '9999-12-31']) {
    for (const path of ['/rest/v1/tenant_events', '/api/v1/figures/failed-logons', '/rest/v1/audit_logs']) {
      const answer = await fleet.admin.request(`${path}?to=${encodeURIComponent(to)}`);
      expect(answer.status, `${path} ${to}`).toBe(400);
    }
  }
});

it('a row that violates the contract is left out and logged, and the others are returned', async () => {
  const other = await enrolIn(fleet);
  await fleet.server.database.asOwner((owner) =>
    owner.query(`UPDATE scout.agents SET audit = '{"logons": 7}' WHERE agent_id = $1`, [agent.id]),
  );
  const ids = (await fleet.admin.api.agents({})).map(({ agent_id }) => agent_id);
  expect(ids).toContain(other.id);
  expect(ids).not.toContain(agent.id);
  expect(fleet.server.logLines.some((text) => text.includes('left out of an answer'))).toBe(true);
});
