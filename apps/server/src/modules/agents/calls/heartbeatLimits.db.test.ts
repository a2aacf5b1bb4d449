import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@scout/contract';
import { createClock, createOrganization } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EnrolledAgent, enrolIn, type Fleet, quiet, startFleet } from '../../../testing/fleet.ts';
import { json } from '../../../testing/world.ts';
import { line } from '../../ingest/testing/ship.ts';

let fleet: Fleet;
let rival: Fleet;

beforeAll(async () => {
  fleet = await startFleet(createClock(new Date().toISOString()));
  rival = { ...fleet, bank: await createOrganization(fleet.server, 'Alder') };
});
afterAll(() => fleet.server.stop());

const beat = (agent: EnrolledAgent, change: object = {}) =>
  agent.request('/api/agents/v1/heartbeat', json('POST', { ...quiet, ...change }));

/** Runs `work` while the rows of all agents of the bank are locked, which keeps its heartbeats from ending. */
const whileLocked = <T>(work: (unlock: () => Promise<unknown>) => Promise<T>): Promise<T> =>
  fleet.server.database.asOwner(async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM scout.agents WHERE tenant_id = $1 FOR UPDATE', [fleet.bank.tenantId]);
    return work(() => client.query('ROLLBACK'));
  });

it('heartbeats of one agent are taken one at a time, and hold no connection while they wait', async () => {
  const [agent, other] = [await enrolIn(fleet), await enrolIn(fleet)];
  await whileLocked(async (unlock) => {
    const sent = Array.from({ length: 20 }, () => beat(agent));
    const refused: Response[] = [];
    for (const one of sent) void one.then((answer) => answer.status === 429 && refused.push(answer));
    await expect.poll(() => refused.length).toBe(18);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const { rows } = await fleet.server.database.asOwner((client) =>
      client.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      ),
    );
    expect(rows).toHaveLength(1);
    await unlock();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  });
  expect((await beat(other)).status).toBe(200);
});

it('heartbeats of many agents of an organization leave connections to others', async () => {
  const agents: EnrolledAgent[] = [];
  for (let count = 0; count < 12; count += 1) agents.push(await enrolIn(fleet));
  const neighbor = await enrolIn(rival);
  await whileLocked(async (unlock) => {
    const sent = agents.map((agent) => beat(agent));
    expect((await beat(neighbor)).status).toBe(200);
    await unlock();
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
  });
});

it('heartbeats that wait are recorded in one transaction, each as it was sent', async () => {
  const agents: EnrolledAgent[] = [];
  for (let count = 0; count < 12; count += 1) agents.push(await enrolIn(fleet));
  const ship = await agents[0]!.request('/api/ingest/v1/events', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'scout-batch': '7' },
    body: line(),
  });
  expect(ship.status).toBe(200);
  await whileLocked(async (unlock) => {
    const sent = agents.map((agent, index) => beat(agent, { host: `HOST-${index}`, queue_depth: index }));
    await expect
      .poll(() =>
        fleet.server.database.asOwner(async (client) => {
          const { rows } = await client.query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
          );
          return rows.length;
        }),
      )
      .toBe(1);
    // The others arrive while the first one waits.
    await pause(500);
    await unlock();
    const answers = await Promise.all((await Promise.all(sent)).map((answer) => answer.json()));
    expect(answers).toMatchObject(
      [8, ...Array.from({ length: 11 }, () => 1)].map((next_batch) => ({ next_batch })),
    );
  });
  const { rows } = await fleet.server.database.asOwner((client) =>
    client.query<{ host: string; depth: number; written: string }>(
      `SELECT host, queue_depth::int AS depth, xmin::text AS written FROM scout.agents
       WHERE tenant_id = $1 AND host LIKE 'HOST-%' ORDER BY queue_depth`,
      [fleet.bank.tenantId],
    ),
  );
  expect(rows.map(({ host, depth }) => [host, depth])).toEqual(
    agents.map((_, index) => [`HOST-${index}`, index]),
  );
  expect(new Set(rows.map(({ written }) => written)).size).toBe(2);
});

it('an agent that sends heartbeats without end is told to wait', async () => {
  const agent = await enrolIn(fleet);
  const { attempts } = limits.ratesOfProcess.heartbeatPerAgent;
  for (let count = 0; count < attempts; count += 1) expect((await beat(agent)).status).toBe(200);
  const refused = await beat(agent);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await beat(await enrolIn(fleet))).status).toBe(200);
});

it('sources that did not change are not written again', async () => {
  const agent = await enrolIn(fleet);
  const sources = () =>
    Array.from({ length: limits.agent.sourcesPerHeartbeat }, (_, index) => ({
      name: `log ${index}`,
      state: 'failed',
      message: randomBytes(limits.agent.sourceMessageMax / 2).toString('hex'),
    }));
  /** The values of sources that are stored outside of their rows. */
  const stored = () =>
    fleet.server.database.asOwner(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "SELECT reltoastrelid::regclass AS name FROM pg_class WHERE oid = 'scout.agents'::regclass",
      );
      return (await client.query(`SELECT DISTINCT chunk_id FROM ${rows[0]!.name}`)).rows;
    });
  const first = sources();
  expect((await beat(agent, { sources: first })).status).toBe(200);
  const before = await stored();
  expect(before).toHaveLength(1);
  expect((await beat(agent, { sources: first, queue_depth: 5 })).status).toBe(200);
  expect(await stored()).toEqual(before);
  expect((await beat(agent, { sources: sources() })).status).toBe(200);
  expect(await stored()).not.toEqual(before);
});
