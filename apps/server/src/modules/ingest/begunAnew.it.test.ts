import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { spawnAgent } from './testing/agentProcess.ts';
import { counts, line } from './testing/ship.ts';

/** The real agent on a machine whose state directory is deleted or copied. */
const EVENTS = 300;

let server: TestServer;
let folder: string;
let tenantId: string;
let token: string;
const path = (name: string) => join(folder, name);
const operator = () => clientOf(server, server.operatorToken).api;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-state-'));
  ({ tenantId } = await createOrganization(server, `Bank ${folder}`));
  ({ token } = await operator().operatorEnrolmentsCreate({ tenant_id: tenantId }));
  return () => rm(folder, { recursive: true, force: true });
});

/** Unique lines of a log; some have no record number, and some differ only by it. */
const linesFrom = (first: number, n: number) =>
  Array.from({ length: n }, (_, index) => {
    const number = first + index;
    return line({
      timestamp: new Date(Date.now() - 3_600_000 + Math.floor(number / 3)).toISOString(),
      ...(number % 2 === 0 ? { record_id: String(number) } : { target_user_name: `svc.${number % 20}` }),
    });
  });
const write = (log: string, lines: readonly string[]) =>
  appendFile(log, lines.map((text) => `${text}\n`).join(''));

async function deliver(state: string, log: string): Promise<void> {
  const agent = spawnAgent([
    ...['--server', server.url, '--state', state, '--token', token],
    ...['--source', `file:${log}`, '--once'],
  ]);
  const { code, stderr } = await agent.ended;
  expect(code, stderr).toBe(0);
}

async function agentOf() {
  const [agent, ...others] = await operator().operatorAgentsList({ tenant_id: tenantId });
  expect(others).toEqual([]);
  return agent!;
}

async function typesCounted(): Promise<number> {
  const { rows } = await server.database.asOwner((client) =>
    client.query('SELECT coalesce(sum(n), 0)::int AS n FROM scout.event_counts WHERE tenant_id = $1', [
      tenantId,
    ]),
  );
  return rows[0].n;
}

it('events sent again by an agent that lost its state are stored once, and the fleet reports that it began anew', async () => {
  const [state, log] = [path('state'), path('events.ndjson')];
  await writeFile(log, '');
  await write(log, linesFrom(0, EVENTS));
  await deliver(state, log);
  const before = await counts(server.database, tenantId);
  expect(before).toMatchObject({ events: EVENTS, accepted: EVENTS });
  expect(await agentOf()).toMatchObject({ begun_anew_at: null, events_repeated: 0 });

  for (const name of ['checkpoint.json', 'spool', 'quarantine'])
    await rm(join(state, name), { recursive: true });
  await write(log, linesFrom(EVENTS, 20));
  await deliver(state, log);
  const after = await counts(server.database, tenantId);
  expect(after).toMatchObject({ events: EVENTS + 20, accepted: EVENTS + 20 });
  expect(after.incidents).toBe((before.incidents! / EVENTS) * (EVENTS + 20));
  expect(after.rollups).toBe((before.rollups! / EVENTS) * (EVENTS + 20));
  expect(await typesCounted()).toBe(EVENTS + 20);
  const agent = await agentOf();
  expect(agent.reasons).toContain('begun_anew');
  expect(agent).toMatchObject({ events_repeated: EVENTS, events_accepted: EVENTS + 20 });

  // Afterwards it behaves like any other agent.
  await write(log, linesFrom(EVENTS + 20, 5));
  await deliver(state, log);
  expect(await counts(server.database, tenantId)).toMatchObject({ events: EVENTS + 25 });
  expect(await agentOf()).toMatchObject({ begun_anew_at: agent.begun_anew_at, events_repeated: EVENTS });
}, 300_000);

it('a machine that was cloned with its agent shows as two senders, and the events of both are stored', async () => {
  const [state, log] = [path('state'), path('events.ndjson')];
  const shared = linesFrom(0, 10);
  await writeFile(log, '');
  await write(log, shared);
  await deliver(state, log);
  await cp(state, path('clone'), { recursive: true });

  await write(log, linesFrom(1000, 10));
  await deliver(state, log);
  expect((await agentOf()).reasons).not.toContain('same_identity');
  // The log of the clone, under the same name.
  await writeFile(log, '');
  await write(log, [...shared, ...linesFrom(2000, 10)]);
  await deliver(path('clone'), log);
  const agent = await agentOf();
  expect(agent).toMatchObject({ state: 'conflict', begun_anew_at: null });
  expect(agent.reasons).toContain('same_identity');
  expect(await counts(server.database, tenantId)).toMatchObject({ events: 30, accepted: 30 });
}, 300_000);
