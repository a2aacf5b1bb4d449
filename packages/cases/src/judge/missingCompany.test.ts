import type { NormalisedRow } from '@scout/detection';
import { expect, test } from 'vitest';
import { createAssessor } from '../assessor.ts';
import { judgeHours } from '../testing/hours.ts';
import { account, addressOf, appOf, days, dbOf, ordinaryDays } from '../testing/organization.ts';
import { at, rowMaker } from '../testing/rows.ts';

/** Findings about one account at the end of a month. */
const findingsOf = (rows: readonly NormalisedRow[], name: string) =>
  judgeHours(rows, {}).filter(({ alert, accounts }) => alert.account === name || accounts.includes(name));

const severities = (rows: readonly NormalisedRow[], name = account(3)) =>
  findingsOf(rows, name).map(({ alert }) => alert.severity);

/** The account's usual network logon, alone. */
function alone(maker: ReturnType<typeof rowMaker>, day: number, hour: number, minute = 0) {
  return maker.logon(at(day, hour, minute), account(3), '3', dbOf(3), appOf(3), addressOf(3));
}

test.each([
  ['on a day like others', days(30)],
  ['on a day when nothing else came from anywhere', days(30).filter((day) => day !== 25)],
])('a logon without the batch logon that always came before is grave: %s', (_, ordinary) => {
  const maker = rowMaker();
  const rows = [...ordinaryDays(ordinary, { maker }), alone(maker, 25, 14, 3)];
  const [finding, ...others] = findingsOf(rows, account(3));
  expect(others).toEqual([]);
  expect(finding?.alert).toMatchObject({ kind: 'without-company', severity: 'medium' });
  expect(finding?.alert.sentence).toMatch(
    /^svc\.app03 logged on from PRD-APP00 to PRD-SQL03: 1 logon on 2 Oct at 14:03 UTC\. Without the batch logon that came with all 25 before/,
  );
});

test('without the batch logon, and outside the minutes that all before kept, is more severe', () => {
  const findingAt = (minute: number) => {
    const maker = rowMaker();
    const rows = [...ordinaryDays(days(30), { maker }), alone(maker, 25, 14, minute)];
    return findingsOf(rows, account(3))[0]!.alert;
  };
  const [usual, off] = [findingAt(3), findingAt(30)];
  expect(off.kind).toBe('without-company');
  expect(off.score).toBeGreaterThan(usual.score);
  expect(off.statement.why).toMatch(
    /^Without the batch logon that came with all 25 before; at minute 30 of the hour, while all 25 before kept to minute 3/,
  );
});

test('a second run by its task is work, at another hour too', () => {
  const maker = rowMaker();
  const again = maker.logon(at(25, 6), account(3), '4', appOf(3));
  const rows = [...ordinaryDays(days(30), { maker }), again, { ...alone(maker, 25, 6) }];
  expect(severities(rows).filter((severity) => severity !== 'low')).toEqual([]);
});

test('company that came most of the time says nothing when it is missing', () => {
  const maker = rowMaker();
  const leaves = (day: number, n: number) => n === 3 && day % 6 === 5;
  const rows = ordinaryDays(days(30), { maker, leaves });
  expect(severities(rows)).toEqual([]);
});

test('company is not missed while the agent that would tell it may be silent', () => {
  const maker = rowMaker();
  // Nothing of the application server arrives from the 25th day on: the agent was stopped.
  const rows = ordinaryDays(days(31), { maker, leaves: (day, n) => day >= 25 && appOf(n) === appOf(3) });
  expect(severities(rows)).toEqual([]);
});

test('a batch logon that its agent sends hours later was there', () => {
  const rows = ordinaryDays(days(30)).sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  const isLate = ({ timestamp, logon_type }: NormalisedRow) =>
    logon_type === '4' && timestamp === new Date(at(25, 4, 3)).toISOString();
  const late = rows.filter(isLate);
  expect(late).toHaveLength(1);
  const assessor = createAssessor({});
  const alerts = rows.flatMap((row) => {
    if (isLate(row)) return [];
    const before = row.timestamp >= new Date(at(25, 9)).toISOString() ? late.splice(0) : [];
    return [...before, row].flatMap((one) => assessor.observe(one));
  });
  expect(late).toEqual([]);
  expect([...alerts, ...assessor.finish()].filter(({ kind }) => kind === 'without-company')).toEqual([]);
});

test('a job that moves to another server with its batch logon misses nothing', () => {
  const maker = rowMaker();
  const rows = ordinaryDays(days(25), { maker });
  for (let day = 25; day < 30; day += 1) {
    const time = at(day, 4, 3);
    rows.push(maker.logon(time, account(3), '4', 'PRD-APP09'));
    rows.push(maker.logon(time + 1_000, account(3), '3', dbOf(3), 'PRD-APP09', '10.1.0.10'));
  }
  expect(findingsOf(rows, account(3)).filter(({ alert }) => alert.kind === 'without-company')).toEqual([]);
});

test('several ways without their company are one finding', () => {
  const maker = rowMaker();
  const rows = ordinaryDays(days(30), { maker });
  for (const day of days(30))
    for (const database of ['PRD-SQL08', 'PRD-SQL09'])
      rows.push(maker.logon(at(day, 4, 3) + 2_000, account(3), '3', database, appOf(3), addressOf(3)));
  for (const database of [dbOf(3), 'PRD-SQL08', 'PRD-SQL09'])
    rows.push(maker.logon(at(25, 14), account(3), '3', database, appOf(3), addressOf(3)));
  const found = findingsOf(rows, account(3)).filter(({ alert }) => alert.kind === 'without-company');
  expect(found).toHaveLength(1);
});

test('a job that was refused and tries again misses nothing', () => {
  const maker = rowMaker();
  const refused = [0, 1, 2].map((minute) =>
    maker.refusal(at(25, 13, 57 + minute), account(3), dbOf(3), appOf(3)),
  );
  const rows = [...ordinaryDays(days(30), { maker }), ...refused, alone(maker, 25, 14)];
  expect(findingsOf(rows, account(3)).filter(({ alert }) => alert.kind === 'without-company')).toEqual([]);
});

/** The rows of an organization whose network logons by service accounts give an address alone, as Kerberos' do, but for `named`. */
const byAddress = (rows: readonly NormalisedRow[], named: (row: NormalisedRow) => boolean = () => false) =>
  rows.map((row) =>
    row.logon_type === '3' && row.target_user_name?.startsWith('svc.') && !named(row)
      ? { ...row, source_info_workstation_name: null }
      : row,
  );

test.each([
  ['no logon names the machine', () => false],
  [
    'one logon of three weeks ago names the machine',
    ({ timestamp }: NormalisedRow) => timestamp.startsWith('2026-09-10'),
  ],
  [
    'every third day names the machine',
    ({ timestamp }: NormalisedRow) => Number(timestamp.slice(8, 10)) % 3 === 0,
  ],
])('a logon by address without the batch logon that always came before is grave: %s', (_, named) => {
  const maker = rowMaker();
  const rows = byAddress([...ordinaryDays(days(30), { maker }), alone(maker, 25, 14)], named);
  const found = findingsOf(rows, account(3)).map(({ alert: { kind, statement } }) => [kind, statement.why]);
  expect(found).toHaveLength(1);
  expect(found[0]![0]).toBe('without-company');
  expect(found[0]![1]).toMatch(/^Without the batch logon that came with all 25 before/);
});

test('a machine that is named later is not new, nor is a server whose name was known long ago', () => {
  const rows = byAddress(ordinaryDays(days(30)), ({ timestamp }) => timestamp.startsWith('2026-09-20'));
  expect(judgeHours(rows, {})).toEqual([]);
});
