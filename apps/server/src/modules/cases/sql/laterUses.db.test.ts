import type { DayCell } from '@scout/cases';
import { isOnlyRefused } from '@scout/contract';
import { DAY, HOUR } from '@scout/detection/time';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { numbersOf } from '@scout/testkit/numbers';
import { seedTenant } from '@scout/testkit/seed';
import { seedCase } from '@scout/testkit/seedCase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../../../scripts/testLength.mjs';
import { withRole } from '../../../platform/database/pool.ts';
import { fresh } from '../../../testing/fresh.ts';
import { storeActivity } from './assessor/activity.ts';
import { sumDaysStep } from './assessor/daySums.ts';
import { ONGOING } from './caseScope.ts';
import { readLaterUses } from './laterUses.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const owner = <Row>(sql: string, values: unknown[]): Promise<Row[]> =>
  database.asOwner(async (client) => (await client.query(sql, values)).rows as Row[]);

type Draw = (below: number) => number;

const DAYS = 4;
const FIRST = Date.UTC(2026, 2, 1);
const ACTIVITY = [
  'logon:3',
  'logon:10',
  'refused:wrong password',
  'refused:expired',
  'command',
  'change:reset',
  'ticket',
];
const KINDS = [
  'person-used-account',
  'new-source',
  'new-destination',
  'refused-from-new-source',
  'refused-unknown',
  'spraying',
];

const hostOf = (draw: Draw) => `host${draw(3)}`;
const some = <T>(draw: Draw, make: () => T): T[] => [...new Set(Array.from({ length: draw(3) }, make))];

/** Replaces the activity of some hours by random activity, as the assessor does. */
async function store(tenantId: string, draw: Draw): Promise<void> {
  const from = FIRST / HOUR + draw(DAYS * 24);
  const to = from + 1 + draw(30);
  const activity = Array.from({ length: to - from }, (_, index) => {
    const hour = from + index;
    const cells = Array.from({ length: draw(5) }, () => {
      const time = hour * HOUR + draw(HOUR);
      return {
        account: `svc.${draw(2)}`,
        kind: ACTIVITY[draw(ACTIVITY.length)]!,
        source: draw(4) === 0 ? null : hostOf(draw),
        destination: draw(4) === 0 ? null : hostOf(draw),
        program: draw(2) === 0 ? null : 'cmd.exe>sqlcmd.exe',
        actor: draw(2) === 0 ? null : `person${draw(3)}`,
        count: 1 + draw(3),
        first: time,
        last: time + draw(HOUR - (time % HOUR)),
      } as unknown as DayCell;
    });
    return { hour, cells };
  });
  await withRole(database.pool, { role: 'scout_assessor', tenantId }, async (_tx, client) => {
    await client.query('SELECT FROM scout.assessments WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
    await storeActivity(client, tenantId, { activity, range: { from, to } });
  });
}

/** A random case; names of machines and people are written otherwise than their keys. */
function drawCase(draw: Draw) {
  const lastSeen = FIRST + draw(DAYS * 24 * 4) * (HOUR / 4);
  return {
    account: 'SVC.0',
    otherAccounts: some(draw, () => 'svc.1').slice(0, 1),
    kind: KINDS[draw(KINDS.length)]!,
    persons: some(draw, () => `Person${draw(3)}`),
    sources: some(draw, () => hostOf(draw).toUpperCase()),
    destinations: some(draw, () => hostOf(draw).toUpperCase()),
    reasons: [{ facet: draw(2) === 0 ? 'destination' : 'use', class: 'person', surprise: 14.2 }],
    firstSeen: new Date(lastSeen - draw(DAY)),
    lastSeen: new Date(lastSeen),
  };
}

interface Activity {
  readonly account_key: string;
  readonly kind: string;
  readonly source: string;
  readonly destination: string;
  readonly actor: string;
  readonly hour: Date;
  readonly n: string;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** How a case continues, from each row of activity. */
function expected(activity: readonly Activity[], of: ReturnType<typeof drawCase>, now: number) {
  const accounts = ['svc.0', ...of.otherAccounts];
  const [persons, sources, servers] = [of.persons, of.sources, of.destinations].map((names) =>
    names.map((name) => name.toLowerCase()),
  ) as [string[], string[], string[]];
  const isRefused = ({ kind }: Activity) => kind.startsWith('refused');
  const isNewServer = of.reasons.some(({ facet }) => facet === 'destination');
  const isBy = ({ actor, kind }: Activity) =>
    persons.length === 0 ||
    isNewServer ||
    persons.includes(actor) ||
    (actor === '' && kind.startsWith('change'));
  const isOnWay = (row: Activity) =>
    sources.length === 0
      ? servers.includes(row.destination) && isBy(row)
      : sources.includes(row.source) &&
        (servers.length === 0 ||
          [...servers, row.source].includes(row.destination) ||
          (row.destination === '' && isRefused(row)));
  const own = activity.filter(({ account_key }) => accounts.includes(account_key));
  const firstHour = Math.floor(of.firstSeen.getTime() / HOUR) * HOUR;
  const reasons = new Set(
    own
      .filter(
        (row) =>
          row.hour.getTime() >= firstHour &&
          row.first_at <= of.lastSeen &&
          isRefused(row) &&
          (sources.length === 0 ? isBy(row) : sources.includes(row.source)),
      )
      .map(({ kind }) => kind),
  );
  const goesOn = ONGOING.has(of.kind)
    ? isOnWay
    : ({ kind, source }: Activity) =>
        isOnlyRefused(of.kind) && reasons.has(kind) && (sources.length === 0 || sources.includes(source));
  const later = own.filter(
    (row) => row.hour > of.lastSeen && row.hour.getTime() >= now - 30 * DAY && goesOn(row),
  );
  if (later.length === 0) return undefined;
  return {
    events: later.reduce((sum, { n }) => sum + Number(n), 0),
    last: new Date(Math.max(...later.map(({ last_at }) => last_at.getTime()))).toISOString(),
  };
}

test.each(rotatingSeeds(lengthOf(4, 100)))(
  'how each case continues is the same whether its days are summed or not, seed %i',
  async (seed) => {
    const draw = numbersOf(seed);
    const { tenantId } = await seedTenant(database, fresh('Bank'));
    const cases = new Map<string, ReturnType<typeof drawCase>>();
    await database.asOwner(async (client) => {
      for (let n = 0; n < 24; n += 1) {
        const drawn = drawCase(draw);
        const number = await seedCase((sql, values) => client.query(sql, values), tenantId, drawn);
        const { rows } = await client.query<{ case_id: string }>(
          'SELECT case_id FROM scout.cases WHERE tenant_id = $1 AND number = $2',
          [tenantId, number],
        );
        cases.set(rows[0]!.case_id, drawn);
      }
    });
    let found = 0;
    for (let step = 0; step < 16; step += 1) {
      await store(tenantId, draw);
      const clock = { now: () => FIRST + (Math.floor((step * (DAYS + 2)) / 16) + 0.5) * DAY };
      for (let summed = draw(12); summed > 0; summed -= 1)
        await sumDaysStep({ pool: database.pool, clock }, tenantId, 1 + draw(3));
      // Sometimes within the last days that are reported.
      const now = draw(2) === 0 ? clock.now() : FIRST + 30 * DAY + draw(DAYS * 24) * HOUR + draw(2);
      const activity = await owner<Activity>('SELECT * FROM scout.account_activity WHERE tenant_id = $1', [
        tenantId,
      ]);
      const later = await withRole(database.pool, { role: 'scout_member', tenantId, userId: 'u' }, (tx) =>
        readLaterUses(tx, tenantId, [...cases.keys()], now),
      );
      for (const [id, drawn] of cases)
        expect(later.get(id), `step ${step} ${JSON.stringify(drawn)}`).toEqual(
          expected(activity, drawn, now),
        );
      found += later.size;
    }
    expect(found).toBeGreaterThan(0);
  },
);
