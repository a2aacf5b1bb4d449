import { hash } from 'node:crypto';
import { type LaneFilter, limits } from '@scout/contract';
import {
  type ActivityState,
  type CaseState,
  createClock,
  seedAccount,
  seedCase,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../../testing/people.ts';
import { sumDaysStep } from '../sql/assessor/daySums.ts';

const { days: dayCount, listed } = limits.accountLanes;
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Stands still, so that no day ends between what is stored and what is read. */
const clock = createClock(new Date().toISOString());
let server: TestServer;
let tenantId: string;
let admin: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  server = await startServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
  member = await signedIn(server, tenantId, `bo-${crypto.randomUUID().slice(0, 8)}@bank.example`);
});

const open = (state: CaseState) =>
  server.database.asOwner((owner) => seedCase((sql, values) => owner.query(sql, values), tenantId, state));
const account = (name: string, activity?: readonly ActivityState[]) =>
  server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), tenantId, name, activity),
  );
const ago = (milliseconds: number) => new Date(clock.now() - milliseconds);

/** Noon UTC, the given number of days before today. */
function noon(daysAgo: number): Date {
  const date = new Date(clock.now());
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - daysAgo, 12));
}

/** A track with these counts by days ago. */
function track(all: Record<number, number> = {}, ofCase: Record<number, number> = {}) {
  const counts = (by: Record<number, number>) =>
    Array.from({ length: dayCount }, (_, day) => by[dayCount - 1 - day] ?? 0);
  return { all: counts(all), of_case: counts(ofCase) };
}

describe('lanes of accounts with active cases', () => {
  it('has one per account: the most severe case, among those the one seen last', async () => {
    await open({ account: 'svc.low', severity: 'low', lastSeen: ago(HOUR) });
    await open({ account: 'svc.old', severity: 'high', lastSeen: ago(9 * HOUR) });
    await open({ account: 'svc.new', severity: 'high', lastSeen: ago(2 * HOUR) });
    await open({ account: 'svc.two', severity: 'medium', lastSeen: ago(2 * HOUR) });
    await open({ account: 'svc.two', severity: 'critical', lastSeen: ago(DAY) });
    await open({ account: 'svc.closed', severity: 'critical' }).then((number) =>
      admin.api.casesClose({ number, as: 'false', reason: 'A test.' }),
    );
    const acknowledged = await open({ account: 'svc.known', severity: 'medium', lastSeen: ago(3 * HOUR) });
    await member.api.casesAcknowledge({ number: acknowledged });
    for (const name of ['svc.low', 'svc.quiet']) await account(name);

    const found = await member.api.casesLanes({});
    expect(found.lanes.map((lane) => [lane.case.account, lane.case.severity, lane.active_cases])).toEqual([
      ['svc.two', 'critical', 2],
      ['svc.new', 'high', 1],
      ['svc.old', 'high', 1],
      ['svc.known', 'medium', 1],
      ['svc.low', 'low', 1],
    ]);
    expect(found).toMatchObject({ matching: 5, with_cases: 5, registered: 2 });
    expect(await member.api.casesLanes({ limit: 2 })).toMatchObject({
      lanes: [{ case: { account: 'svc.two' } }, { case: { account: 'svc.new' } }],
      matching: 5,
    });
  });

  it('counts by day what was refused, admitted and started, and how much of it is part of the case', async () => {
    await open({
      account: 'svc.billing',
      sources: ['FIN-LAPTOP3'],
      destinations: ['PRD-SQL01'],
      firstSeen: noon(2),
      lastSeen: new Date(noon(1).getTime() + 59 * 60_000),
    });
    const normal = { source: 'app-bill01', destination: 'prd-sql01' };
    const misuse = { source: 'fin-laptop3', destination: 'prd-sql01' };
    await account('svc.billing', [
      { time: noon(29), ...normal, count: 4 },
      { time: noon(2), ...normal, count: 3 },
      { time: noon(2), ...misuse, kind: 'logon:10', count: 2 },
      // The hour before the case began.
      { time: new Date(noon(2).getTime() - HOUR), ...misuse, count: 1 },
      { time: noon(1), ...misuse, kind: 'refused:wrong password', count: 7 },
      { time: noon(1), destination: 'fin-laptop3', kind: 'process', program: 'cmd.exe>sqlcmd.exe', count: 5 },
      { time: noon(1), destination: 'fin-laptop3', kind: 'process', program: '>notepad.exe', count: 9 },
      { time: noon(0), ...normal, kind: 'command', program: 'psql', count: 6 },
      { time: noon(0), ...normal, kind: 'service-ticket', count: 8 },
      // Before the first day.
      { time: noon(30), ...normal, count: 100 },
    ]);
    const { days, lanes } = await member.api.casesLanes({});
    expect(days).toHaveLength(dayCount);
    expect(days.at(-1)).toBe(noon(0).toISOString().slice(0, 10));
    expect(lanes).toMatchObject([
      {
        known_since: noon(30).toISOString(),
        refused: track({ 1: 7 }, { 1: 7 }),
        'signed-in': track({ 29: 4, 2: 6 }, { 2: 2 }),
        client: track({ 1: 5, 0: 6 }, { 1: 5 }),
      },
    ]);
  });

  it('omits what a case does not cover, and counts only refusals for one about refusals', async () => {
    await open({
      account: 'svc.docs',
      kind: 'refused-expired',
      sources: ['app-docs01'],
      destinations: [],
      firstSeen: noon(2),
      lastSeen: noon(1),
    });
    const refused = { kind: 'refused:expired', destination: 'prd-sql02' };
    await account('svc.docs', [
      { time: noon(2), ...refused, source: 'app-docs01', count: 3 },
      { time: noon(2), ...refused, source: 'app-docs02', count: 4 },
      { time: noon(2), source: 'app-docs01', destination: 'prd-sql02', count: 5 },
    ]);
    const { lanes } = await member.api.casesLanes({});
    expect(lanes[0]!.refused).toEqual(track({ 2: 7 }, { 2: 3 }));
    expect(lanes[0]!['signed-in']).toEqual(track({ 2: 5 }));
  });

  it('starts days in the viewer’s time zone', async () => {
    await open({ account: 'svc.night' });
    // 23:00 UTC of yesterday is today in Kiritimati, UTC+14, for most of the day.
    const time = new Date(noon(1).getTime() + 11 * HOUR);
    await account('svc.night', [{ time, count: 3 }]);
    const dayIn = (tz: string) => new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(time);
    for (const tz of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      const { days, lanes } = await member.api.casesLanes({ tz });
      const counted = days.filter((_, day) => lanes[0]!['signed-in'].all[day]! > 0);
      expect(counted, tz).toEqual([dayIn(tz)]);
    }
  });

  it('says the same of days that are summed, in any time zone, whatever hours cases cover', async () => {
    // Every number is drawn from few, so that cases begin and end in hours with activity, and at their edges.
    let drawn = 0;
    const draw = (below: number) =>
      Buffer.from(hash('sha256', `lanes:${drawn++}`, 'buffer')).readUInt32BE() % below;
    const names = ['svc.one', 'svc.two', 'svc.three'];
    const machine = () => ['app1', 'app2', 'prd-sql01'][draw(3)]!;
    const minutes = [0, 1, 30, 59];
    const time = () =>
      new Date(
        Math.floor(clock.now() / DAY - draw(4)) * DAY +
          draw(24) * HOUR +
          minutes[draw(minutes.length)]! * 60_000,
      );
    const kinds = ['new-source', 'refused-expired', 'refused-then-successful', 'person-used-account'];
    for (let n = 0; n < 12; n += 1) {
      const [firstSeen, lastSeen] = [time(), time()].sort((a, b) => a.getTime() - b.getTime()) as [
        Date,
        Date,
      ];
      const sources = draw(3) === 0 ? [] : [machine()];
      const destinations = draw(3) === 0 ? [] : [machine()];
      const kind = kinds[draw(kinds.length)]!;
      await open({ account: names[draw(3)]!, kind, sources, destinations, firstSeen, lastSeen });
    }
    for (const name of names) {
      const activity = Array.from({ length: 80 }, () => {
        const kind = ['logon:3', 'logon:10', 'refused:locked', 'process', 'command'][draw(5)]!;
        const program = ['cmd.exe>sqlcmd.exe', '>notepad.exe', 'psql'][draw(3)]!;
        return { time: time(), kind, program, source: machine(), destination: machine(), count: 1 + draw(9) };
      });
      await account(name, activity);
    }
    const lanesIn = async () => {
      const found: unknown[] = [];
      for (const tz of ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu'])
        for (const only of [undefined, 'client'] as const)
          found.push((await member.api.casesLanes({ tz, only })).lanes.map(({ case: _, ...lane }) => lane));
      return found;
    };
    const byHours = await lanesIn();
    await server.database.asOwner((owner) =>
      owner.query('INSERT INTO scout.assessments (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]),
    );
    const { pool } = server.context;
    // Some days of accounts are summed, and some wait for it.
    const summed = async () =>
      (
        await server.database.asOwner((owner) =>
          owner.query('SELECT FROM scout.account_days WHERE tenant_id = $1', [tenantId]),
        )
      ).rowCount;
    while ((await sumDaysStep({ pool, clock }, tenantId, 2)) === 'more') {
      if ((await summed()) === 0) continue;
      expect(await lanesIn()).toEqual(byHours);
      break;
    }
    while ((await sumDaysStep({ pool, clock }, tenantId)) === 'more');
    expect(await summed()).toBeGreaterThan(100);
    expect(await lanesIn()).toEqual(byHours);
  });

  it('is filtered by accounts that were refused, signed in to, or started a client', async () => {
    for (const [name, kind, program] of [
      ['svc.refused', 'refused:locked', ''],
      ['svc.in', 'logon:10', ''],
      ['svc.works', 'logon:3', ''],
      ['svc.client', 'process', 'explorer.exe>ssms.exe'],
      ['svc.script', 'process', 'explorer.exe>script.exe'],
    ] as const) {
      await open({ account: name });
      await account(name, [{ time: noon(3), kind, program }]);
    }
    const names = async (only: LaneFilter) => {
      const { lanes, matching, with_cases } = await member.api.casesLanes({ only });
      expect([matching, with_cases]).toEqual([lanes.length, 5]);
      return lanes.map((lane) => lane.case.account);
    };
    expect(await names('refused')).toEqual(['svc.refused']);
    expect(await names('interactive')).toEqual(['svc.in']);
    expect(await names('client')).toEqual(['svc.client']);
  });

  it('lists a bounded number and reports the total', async () => {
    for (let n = 0; n < listed + 3; n += 1) await open({ account: `svc.${n}` });
    const { lanes, matching } = await member.api.casesLanes({});
    expect([lanes.length, matching]).toEqual([listed, listed + 3]);
    await expect(member.api.casesLanes({ limit: listed + 1 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is empty without cases', async () => {
    await account('svc.quiet', [{ time: noon(1) }]);
    expect(await member.api.casesLanes({})).toMatchObject({ lanes: [], with_cases: 0, registered: 1 });
  });
});
