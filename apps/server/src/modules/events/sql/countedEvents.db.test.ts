import { randomUUID } from 'node:crypto';
import { DAY, HOUR } from '@scout/detection/time';
import { clientOf, createOrganization } from '@scout/testkit';
import { numbersOf } from '@scout/testkit/numbers';
import { expect, it } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { line, ship } from '../../ingest/testing/ship.ts';
import { maintainPartitions } from '../jobs/partitions.ts';
import { NOW, useEvents } from './testing/eventsServer.ts';

const here = useEvents();

const TYPES = [
  '4625',
  '4624',
  'SSH_LOGIN',
  '999',
  `${'long '.repeat(200)}a`,
  `${'long '.repeat(200)}b`,
  'ñandú',
];
const DAYS = 5;
/** Random times, frequently at the boundaries of hours and windows. */
const randomTime = (below: (n: number) => number, start: number) =>
  start + below(DAYS * 24) * HOUR + [0, 1, HOUR - 1, below(HOUR)][below(4)]!;

interface Window {
  readonly from: string;
  readonly to: string;
  readonly event_type?: string;
}

const owner = (sql: string, values: unknown[] = []) =>
  here.server.database.asOwner(async (client) => (await client.query(sql, values)).rows);

/** Responses of both calls. */
async function answered(window: Window, member = here.member) {
  const query = new URLSearchParams({ ...window });
  const ask = async <T>(call: string) =>
    (await (await member.request(`/rest/v1/tenant_events/${call}?${query}`)).json()) as T;
  const { count } = await ask<{ count: number }>('count');
  const types = await ask<{ event_type: string }[]>('types');
  return { count, types: types.map(({ event_type }) => event_type) };
}

/** The same, from reading every event. */
async function read({ from, to, event_type }: Window, tenantId = here.organization.tenantId) {
  const rows = await owner(
    `SELECT event_type, count(*)::int AS n FROM scout.tenant_events
     WHERE tenant_id = $1 AND occurred_at >= $2 AND occurred_at <= $3
       AND ($4::text IS NULL OR event_type IN ($4, 'WINDOWS_SECURITY_' || $4))
     GROUP BY event_type ORDER BY event_type COLLATE "C"`,
    [tenantId, from, to, event_type ?? null],
  );
  return {
    count: rows.reduce((sum, { n }) => sum + n, 0),
    types: rows.map((row) => row.event_type),
  };
}

async function compare(windows: readonly Window[]): Promise<void> {
  for (const window of windows)
    expect(await answered(window), JSON.stringify(window)).toEqual(await read(window));
}

function windowsOf(below: (n: number) => number, start: number, n: number): Window[] {
  return Array.from({ length: n }, (_, i) => {
    const ends = [randomTime(below, start), i % 3 === 0 ? 0 : randomTime(below, start)];
    // Some are within one hour.
    if (ends[1] === 0) ends[1] = ends[0]! + below(HOUR);
    const [from, to] = ends.toSorted((a, b) => a - b).map((time) => new Date(time!).toISOString());
    const type = [undefined, ...TYPES.filter((text) => text.length <= 256)][below(TYPES.length - 1)];
    return { from: from!, to: to!, ...(type !== undefined && { event_type: type }) };
  });
}

async function shipRandom(
  below: (n: number) => number,
  start: number,
  batches: number,
  first = 1,
): Promise<void> {
  for (let batch = first; batch < first + batches; batch += 1) {
    const lines = Array.from({ length: 40 }, () =>
      line({
        timestamp: new Date(randomTime(below, start)).toISOString(),
        event_type: TYPES[below(TYPES.length)],
      }),
    );
    expect((await ship(here.agent, batch, lines)).body).toMatchObject({ accepted: 40 });
  }
}

/** A midnight within the retention, two weeks before the server's time. */
const START = Math.floor(Date.parse(NOW) / DAY - 14) * DAY;
const at = (day: number) => new Date(START + day * DAY).toISOString();

it('counts and types of random events are what reading every event gives, at every edge of a window', async () => {
  const below = numbersOf(18);
  await shipRandom(below, START, 12);
  await compare(windowsOf(below, START, lengthOf(60, 240)));
  const counted = await owner('SELECT sum(n)::int AS n FROM scout.event_counts WHERE tenant_id = $1', [
    here.organization.tenantId,
  ]);
  expect(counted).toEqual([{ n: 480 }]);
});

it('they come from the counts: events of whole hours are not read', async () => {
  await shipRandom(numbersOf(3), START, 2);
  await owner('DELETE FROM scout.tenant_events WHERE tenant_id = $1', [here.organization.tenantId]);
  const day = { from: at(0), to: at(10) };
  expect(await answered(day)).toMatchObject({ count: 80 });
});

it('a batch that is sent again is counted once, and batches that came at once are all counted', async () => {
  const below = numbersOf(7);
  const lines = Array.from({ length: 30 }, () =>
    line({ timestamp: new Date(randomTime(below, START)).toISOString() }),
  );
  const agents = await Promise.all(
    [1, 2, 3, 4].map(async () => clientOf(here, (await here.organization.as('agent')).bearer)),
  );
  await Promise.all(agents.flatMap((agent) => [1, 2, 3].map((batch) => ship(agent, batch, lines))));
  await Promise.all(agents.map((agent) => ship(agent, 2, lines)));
  const whole = { from: at(-9), to: at(10) };
  expect(await answered(whole)).toEqual(await read(whole));
});

it('on days from which retention takes, the events are read', async () => {
  const { tenantId } = here.organization;
  const day = (Math.floor(Date.parse(NOW) / DAY) - 365) * DAY;
  const start = day - 3 * DAY;
  const below = numbersOf(23);
  await shipRandom(below, start, 12);
  // One batch is as old as its events.
  await owner(
    `UPDATE scout.tenant_events SET batch_id = ('00000000' || substr(batch_id::text, 9))::uuid
     WHERE tenant_id = $1 AND batch_index % 2 = 0`,
    [tenantId],
  );
  const windows = windowsOf(below, start, lengthOf(20, 80));
  await compare(windows);
  await maintainPartitions(here.server.context);
  await compare(windows);
  const whole = { from: new Date(start).toISOString(), to: new Date(start + DAYS * 24 * HOUR).toISOString() };
  expect((await answered(whole)).count).toBeLessThan(480);
  expect(await answered(whole)).toEqual(await read(whole));
});

it("another organization's events are not counted", async () => {
  await shipRandom(numbersOf(5), START, 2);
  const other = await createOrganization(here.server, `Organization ${randomUUID()}`);
  const stranger = clientOf(here, (await other.as('member')).bearer);
  const whole = { from: at(-9), to: at(10) };
  expect(await answered(whole, stranger)).toEqual({ count: 0, types: [] });
  expect(await answered(whole)).toMatchObject({ count: 80 });
});
