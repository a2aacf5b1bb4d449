import type { AddressInfo } from 'node:net';
import type { MonthlyReport } from '@scout/contract';
import { incidentsOf, type Row, type RuleId } from '@scout/detection';
import { toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import { createApp } from '@scout/server/app';
import {
  clientOf,
  createClock,
  createOrganization,
  seedAccount,
  seedCase,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '../../testing/fresh.ts';
import { ship } from '../ingest/testing/ship.ts';
import { SAMPLE_HOSTS } from '../sample/bank.ts';
import { historyOf } from '../sample/history.ts';

const clock = createClock();
let server: TestServer;
let url: string;
let stopApp: () => Promise<void>;

beforeAll(async () => {
  server = await startServer();
  // A second server with a separate clock for events and reports: tokens need the real time.
  const app = await createApp({ ...server.context, clock });
  await app.listen({ host: '127.0.0.1', port: 0 });
  stopApp = () => app.close();
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await stopApp();
  await server.stop();
});

interface Bank extends TestOrganization {
  readonly member: TestClient;
  send(lines: readonly object[]): Promise<void>;
  setZone(timeZone: string): Promise<void>;
  report(month?: string): Promise<MonthlyReport>;
  sql<T extends object>(text: string, ...values: unknown[]): Promise<T[]>;
}

async function bank(timeZone = 'UTC'): Promise<Bank> {
  const organization = await createOrganization(server, fresh('Northwind'));
  const member = clientOf({ url }, (await organization.as('member')).bearer);
  const agent = clientOf({ url }, (await organization.as('agent')).bearer);
  const admin = await organization.as('admin');
  let batchNo = 0;
  const setZone = async (time_zone: string) => {
    await admin.api.tenantsUpdate({ time_zone });
  };
  await setZone(timeZone);
  return {
    ...organization,
    member,
    setZone,
    async send(lines) {
      for (let from = 0; from < lines.length; from += 1_000) {
        batchNo += 1;
        const part = lines.slice(from, from + 1_000).map((line) => JSON.stringify(line));
        const { body } = await ship(agent, batchNo, part);
        expect(body).toMatchObject({ accepted: part.length });
      }
    },
    report: (month) => member.api.monthlyReportRead(month === undefined ? {} : { month }),
    sql: (text, ...values) =>
      server.database.asOwner(
        async (owner) => (await owner.query(text, [organization.tenantId, ...values])).rows,
      ),
  };
}

const failed = (time: number, account = 'svc.billing', computer = 'PRD-SQL01') => ({
  event_type: '4625',
  timestamp: new Date(time).toISOString(),
  target_user_name: account,
  system_context_computer_name: computer,
});

describe('months and days in the organization’s time zone', () => {
  test.each([
    ['2026-03', 'Europe/Zurich'],
    ['2026-10', 'Europe/Zurich'],
    ['2026-11', 'America/New_York'],
    ['2026-10', 'Australia/Lord_Howe'],
    ['2026-04', 'Pacific/Chatham'],
    ['2026-06', 'Asia/Kathmandu'],
    ['2026-01', 'Pacific/Kiritimati'],
    ['2026-01', 'UTC'],
  ])('%s in %s, to the event', async (month, timeZone) => {
    const here = await bank(timeZone);
    const nominal = Date.parse(`${month}-01T00:00:00Z`);
    clock.set(nominal + 60 * DAY);
    // Two per hour around the boundaries, a millisecond apart, and some on each day between.
    const times = [0, 28, 29, 30, 31].flatMap((day) =>
      Array.from({ length: 60 }, (_, index) => nominal + day * DAY + (index - 30) * HOUR),
    );
    const days = Array.from(
      { length: 62 },
      (_, index) => nominal - 31 * DAY + index * DAY + index * 7 * MINUTE,
    );
    await here.send(
      [...new Set([...times.flatMap((time) => [time, time - 1]), ...days])].map((time) => failed(time)),
    );

    const counted = await here.sql<{ day: string; n: number }>(
      `SELECT to_char(occurred_at AT TIME ZONE $2, 'YYYY-MM-DD') AS day, count(*)::int AS n
       FROM scout.tenant_events WHERE tenant_id = $1 GROUP BY 1`,
      timeZone,
    );
    const before = Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();
    const sum = (name: string) =>
      counted.filter(({ day }) => day.startsWith(name)).reduce((total, { n }) => total + n, 0);
    const report = await here.report(month);
    expect(sum(month)).toBeGreaterThan(100);
    expect(report).toMatchObject({ month, time_zone: timeZone, is_complete: true });
    expect(report.figures.failed_logons).toEqual({ now: sum(month), before: sum(before) });
    expect(report.accounts).toEqual([{ name: 'svc.billing', now: sum(month), before: sum(before) }]);
    expect(report.servers).toEqual([{ name: 'PRD-SQL01', now: sum(month), before: sum(before) }]);
    expect(report.days).toHaveLength(Temporal.PlainYearMonth.from(month).daysInMonth);
    expect(report.days.map(({ day, failed_logons }) => [day, failed_logons])).toEqual(
      report.days.map(({ day }) => [day, counted.find((found) => found.day === day)?.n ?? 0]),
    );
  });
});

test('figures of the sample’s events equal those that detection finds in them', {
  timeout: 120_000,
}, async () => {
  const now = Date.parse('2026-11-22T10:07:00Z');
  clock.set(now);
  const here = await bank('America/New_York');
  for (const host of SAMPLE_HOSTS)
    await here.send(historyOf(host, now).map((entry) => ({ xml: toWindowsXml(entry) })));
  const rows: Row[] = [];
  for (let to = '2026-12-01T00:00:00Z', isComplete = false; !isComplete; ) {
    const page = await here.member.request(`/rest/v1/tenant_events?from=2026-10-01&to=${to}`);
    const found = (await page.json()) as (Row & { id: string; timestamp: string })[];
    rows.push(...found);
    to = found.at(-1)!.timestamp;
    isComplete = page.headers.get('x-scout-complete') === 'true';
  }
  const unique = [...new Map(rows.map((row) => [(row as Row & { id: string }).id, row])).values()];
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
  });
  const found = (rule: RuleId, month: string) =>
    incidentsOf(unique, rule).filter(({ time }) => local.format(time) === month);
  const count = (rule: RuleId) => ({
    now: found(rule, '2026-11').length,
    before: found(rule, '2026-10').length,
  });
  const report = await here.report();
  expect(report).toMatchObject({ month: '2026-11', is_complete: false });
  expect(report.figures).toMatchObject({
    account_activity: count('service-account-activity'),
    failed_logons: count('failed-logons'),
    interactive_logons: count('interactive-logons'),
    infrastructure_changes: count('infrastructure-changes'),
  });
  const uses = (['service-account-activity', 'failed-logons', 'interactive-logons'] as const).flatMap(
    (rule) => found(rule, '2026-11'),
  );
  const ranked = (keys: (string | null)[]) =>
    [
      ...Map.groupBy(
        keys.filter((key) => key !== null),
        (key) => key,
      ),
    ]
      .map(([key, all]) => [key, all.length] as const)
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .slice(0, 10);
  const shown = (names: MonthlyReport['accounts']) =>
    names.map(({ name, now: n }) => [name.toLowerCase(), n]);
  expect(shown(report.accounts)).toEqual(ranked(uses.map(({ serviceAccountKey }) => serviceAccountKey)));
  expect(shown(report.servers)).toEqual(ranked(uses.map(({ serverKey }) => serverKey)));
  expect(report.accounts.length).toBeGreaterThan(3);
  expect(report.figures.failed_logons.now).toBeGreaterThan(20);
  const perDay = report.days.reduce(
    (sum, day) => sum + day.failed_logons + day.account_activity + day.interactive_logons,
    0,
  );
  expect(perDay).toBe(uses.length);
});

describe('beside events', () => {
  const way = { kind: 'command', destination: 'prd-sql01' };

  test('cases, persons, gaps, exceptions and accounts without owner', async () => {
    const here = await bank('Europe/Zurich');
    clock.set(Date.parse('2026-11-02T08:00:00Z'));
    const seed = (at: string, state: Parameters<typeof seedCase>[2] = {}) =>
      server.database.asOwner((owner) =>
        seedCase((sql, values) => owner.query(sql, values), here.tenantId, {
          ...state,
          lastSeen: new Date(at),
        }),
      );
    // October in Zurich is from 22:00 UTC on September 30 to 23:00 UTC on October 31.
    await seed('2026-09-30T21:59:59.999Z', { persons: ['ada'] });
    const first = await seed('2026-09-30T22:00:00.000Z', { persons: ['ada', 'noor'], severity: 'critical' });
    const last = await seed('2026-10-31T22:59:59.999Z', { persons: ['ada'], severity: 'low' });
    const later = await seed('2026-10-31T23:00:00.000Z', { persons: ['ada'] });
    const close = (number: number, at: string) =>
      here.sql(
        `UPDATE scout.cases SET status = 'closed', closed_as = 'expected', closed_at = $3 WHERE tenant_id = $1 AND number = $2`,
        number,
        at,
      );
    await close(1, '2026-10-31T22:59:59.999Z');
    await close(first, '2026-10-31T23:00:00.000Z');
    await server.database.asOwner(async (owner) => {
      const run = (sql: string, values: unknown[]) => owner.query(sql, values);
      await seedAccount(run, here.tenantId, 'svc.billing', [{ time: new Date('2026-10-05T00:00:00Z') }]);
      await seedAccount(run, here.tenantId, 'svc.owned', [{ time: new Date('2026-10-05T00:00:00Z') }]);
      await seedAccount(run, here.tenantId, 'svc.new', [{ time: new Date('2026-10-31T23:00:00Z') }]);
    });
    await here.sql(
      `UPDATE scout.service_accounts SET owner = 'ada' WHERE tenant_id = $1 AND name = 'svc.owned'`,
    );
    await here.sql(`UPDATE scout.agents SET last_seen_at = '2026-10-31T00:00:00Z' WHERE tenant_id = $1`);
    for (const [at, missing] of [
      ['2026-09-30T21:59:59.999Z', 1],
      ['2026-09-30T22:00:00.000Z', 10],
      ['2026-10-31T22:59:59.999Z', null],
      ['2026-10-31T23:00:00.000Z', 1000],
    ])
      await here.sql(
        `INSERT INTO scout.agent_gaps (tenant_id, agent_id, gap_id, source, reason, missing, happened_at, received_at)
         SELECT tenant_id, agent_id, gen_random_uuid(), 'Security', 'log_cleared', $3, $2, now() FROM scout.agents WHERE tenant_id = $1`,
        at,
        missing,
      );
    const except = async (number: number, ends: string, sources: string[]) => {
      const [row] = await here.sql<{ exception_id: string }>(
        `INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, sources, starts_at, ends_at, reason, created_by)
         VALUES ($1, gen_random_uuid(), 'svc.billing', $2, '2026-09-30T00:00:00Z', $3, 'Restore test', 'ada@northwind.example')
         RETURNING exception_id`,
        sources,
        ends,
      );
      await here.sql(
        `UPDATE scout.findings SET excused_by = $3 WHERE tenant_id = $1
           AND case_id = (SELECT case_id FROM scout.cases WHERE tenant_id = $1 AND number = $2)`,
        number,
        row!.exception_id,
      );
    };
    const permitted = await seed('2026-10-10T00:00:00Z', { persons: ['mallory'] });
    await here.sql('UPDATE scout.cases SET excused = true WHERE tenant_id = $1 AND number = $2', permitted);
    await except(permitted, '2026-10-20T00:00:00Z', []);
    await except(later, '2026-12-01T00:00:00Z', ['PC1']);
    await here.sql(
      `INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by)
       VALUES ($1, gen_random_uuid(), 'svc.billing', '2026-09-30T00:00:00Z', '2026-09-30T22:00:00Z', 'Over', 'ada@northwind.example')`,
    );

    const report = await here.report('2026-10');
    expect(report.figures).toMatchObject({
      cases_opened: { now: 2, before: 1 },
      cases_closed: { now: 1, before: 0 },
    });
    expect(report.cases).toMatchObject({
      open: 2,
      total: 3,
      opened: { critical: 1, high: 0, medium: 0, low: 1 },
    });
    expect(report.cases.listed.map(({ number, closed_at }) => [number, closed_at])).toEqual([
      [first, '2026-10-31T23:00:00.000Z'],
      [1, '2026-10-31T22:59:59.999Z'],
      [last, null],
    ]);
    expect(report.persons).toEqual([
      { name: 'ada', now: 2, before: 1, cases: 2 },
      { name: 'noor', now: 1, before: 0, cases: 1 },
    ]);
    expect(report.coverage).toMatchObject({
      machines: 1,
      gaps: 2,
      missing: 10,
      machines_with_gaps: 1,
      with_gaps: [{ gaps: 2, missing: 10, last_at: '2026-10-31T22:59:59.999Z' }],
      silent_total: 1,
    });
    expect(report.exceptions).toMatchObject({
      in_force: 2,
      used: 1,
      listed: [{ account: 'svc.billing', is_break_glass: true, findings: 1, reason: 'Restore test' }],
    });
    expect(report.ownerless).toEqual({
      known: 2,
      total: 1,
      listed: [{ name: 'svc.billing', last_seen: '2026-10-05T00:00:00.000Z' }],
    });
  });

  test('the person whose misuse goes on comes first, though its finding is of the month before', async () => {
    const here = await bank('UTC');
    clock.set(Date.parse('2026-11-02T08:00:00Z'));
    const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 9, day, hour));
    await server.database.asOwner(async (owner) => {
      const run = (sql: string, values: unknown[]) => owner.query(sql, values);
      const case_ = { destinations: ['PRD-SQL01'], kind: 'person-used-account' };
      const story = { ...case_, account: 'svc.datalake', sources: ['WS-1042'] };
      await seedCase(run, here.tenantId, { ...story, persons: ['J.Okafor'], lastSeen: at(-2) });
      // Another case of the same way: its events count once.
      await seedCase(run, here.tenantId, {
        ...story,
        persons: ['j.okafor'],
        lastSeen: at(5),
        severity: 'low',
      });
      await seedCase(run, here.tenantId, { ...case_, persons: ['m.keller'], lastSeen: at(9) });
      await seedAccount(run, here.tenantId, 'svc.datalake', [
        ...[-2, 5, 12].map((day) => ({
          ...way,
          source: 'ws-1042',
          actor: 'j.okafor',
          time: at(day),
          count: 20,
        })),
        { ...way, source: 'app-lake01', time: at(6), count: 500 },
      ]);
      await seedAccount(run, here.tenantId, 'svc.billing', [
        { ...way, source: 'fin-laptop3', actor: 'm.keller', time: at(9), count: 3 },
      ]);
    });
    const { persons } = await here.report('2026-10');
    expect(persons.map(({ name, ...counts }) => ({ name: name.toLowerCase(), ...counts }))).toEqual([
      { name: 'j.okafor', now: 40, before: 20, cases: 2 },
      { name: 'm.keller', now: 3, before: 0, cases: 1 },
    ]);
  });

  test('the current month ends with the quarter hour, and a later one is refused', async () => {
    const here = await bank('UTC');
    clock.set(Date.parse('2026-11-22T10:07:00Z'));
    await here.send([failed(Date.parse('2026-11-22T10:06:59Z')), failed(Date.parse('2026-10-31T23:59:59Z'))]);
    expect(await here.report()).toMatchObject({
      month: '2026-11',
      to: '2026-11-22T10:15:00.000Z',
      is_complete: false,
      figures: { failed_logons: { now: 1, before: 1 } },
    });
    await expect(here.report('2026-12')).rejects.toMatchObject({ code: 'invalid_input' });
    for (const month of ['2026-13', '2026-1', '1999-01', "2026-11'--"])
      await expect(here.report(month), month).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
