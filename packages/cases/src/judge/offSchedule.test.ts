import type { NormalisedRow } from '@scout/detection';
import { expect, test } from 'vitest';
import { judgeHours } from '../testing/hours.ts';
import { account, addressOf, appOf, days, dbOf, ordinaryDays } from '../testing/organization.ts';
import { at, rowMaker } from '../testing/rows.ts';

type Maker = ReturnType<typeof rowMaker>;
const NAME = account(3);

/** An organization whose application servers have no agent: its jobs show only their network logons. */
const withoutAgents = (maker: Maker, until = 30) => ordinaryDays(days(until), { maker, leaves: () => true });

const found = (rows: readonly NormalisedRow[]) =>
  judgeHours(rows, {}).filter(({ alert, accounts }) => alert.account === NAME || accounts.includes(NAME));

const reasonsOf = (rows: readonly NormalisedRow[]) =>
  found(rows).map(({ alert: { kind, statement } }) => [kind, statement.why] as const);

/** The account's usual network logon. */
const logon = (maker: Maker, time: number) => maker.logon(time, NAME, '3', dbOf(3), appOf(3), addressOf(3));

test('a logon outside the minutes that all before kept says so', () => {
  const maker = rowMaker();
  const rows = [...withoutAgents(maker), logon(maker, at(25, 4, 37))];
  expect(reasonsOf(rows)).toEqual([
    [
      'without-company',
      expect.stringMatching(/^At minute 37 of the hour, while all 25 before kept to minute 3/),
    ],
  ]);
});

test('a job of several times an hour names each of them', () => {
  const maker = rowMaker();
  const rows = withoutAgents(maker);
  for (const day of days(30)) for (const minute of [18, 48]) rows.push(logon(maker, at(day, 4, minute)));
  rows.push(logon(maker, at(25, 4, 37)));
  expect(reasonsOf(rows).map(([, why]) => why)).toEqual([
    expect.stringMatching(/^At minute 37 of the hour, while all 75 before kept to minutes 3, 18 and 48/),
  ]);
});

test.each([
  ['within the minutes kept, at another hour next to its own', at(25, 5, 3)],
  ['two minutes later', at(25, 4, 5)],
])('a logon %s is work', (_, time) => {
  const maker = rowMaker();
  expect(reasonsOf([...withoutAgents(maker), logon(maker, time)])).toEqual([]);
});

test('a logon outside its minutes with the batch logon of its task is work', () => {
  const maker = rowMaker();
  const again = maker.logon(at(25, 4, 37), NAME, '4', appOf(3));
  const rows = [...ordinaryDays(days(30), { maker }), again, logon(maker, at(25, 4, 37) + 2_000)];
  expect(reasonsOf(rows)).toEqual([]);
});

test('a logon outside its minutes after refusals of the same machine is a retry', () => {
  const maker = rowMaker();
  const refusals = [30, 33].map((minute) => maker.refusal(at(25, 4, minute), NAME, dbOf(3), appOf(3)));
  const rows = [...withoutAgents(maker), ...refusals, logon(maker, at(25, 4, 37))];
  expect(reasonsOf(rows).filter(([, why]) => why.includes('minute'))).toEqual([]);
});

test('a logon outside its minutes after a restart of its machine is a run that was caught up', () => {
  const maker = rowMaker();
  const start = maker.make(4608, at(25, 4, 30), { system_context_computer_name: appOf(3) });
  const rows = [...withoutAgents(maker), start, logon(maker, at(25, 4, 37))];
  expect(reasonsOf(rows)).toEqual([]);
});

test('a way that kept no minute is never outside of one', () => {
  const maker = rowMaker();
  const rows = withoutAgents(maker);
  for (const day of days(25)) rows.push(logon(maker, at(day, 4, (day * 17) % 60)));
  rows.push(logon(maker, at(25, 4, 37)));
  expect(reasonsOf(rows)).toEqual([]);
});

test('a way with more logons in an hour than the times that are kept has no minutes', () => {
  const maker = rowMaker();
  const rows = withoutAgents(maker);
  for (const day of days(25))
    for (let n = 0; n < 8; n += 1) rows.push(logon(maker, at(day, 4, 3) + n * 1_000));
  rows.push(logon(maker, at(25, 4, 37)));
  expect(reasonsOf(rows)).toEqual([]);
});

/** A process of the account on its application server. */
const process = (maker: Maker, time: number, parent: string, program = 'runner.exe') => ({
  ...maker.process(time, NAME, appOf(3), `C:\\Apps\\${program}`),
  process_information_parent_process_name: parent === '' ? null : `C:\\Windows\\${parent}`,
});

/** The program of its job, by the same parent on each day. */
function processes(maker: Maker, parent: string | ((day: number) => string)) {
  const rows = ordinaryDays(days(30), { maker });
  for (const day of days(30).filter((day) => day !== 25))
    rows.push(process(maker, at(day, 4, 3) + 500, typeof parent === 'string' ? parent : parent(day)));
  return rows;
}

test('a program that another parent starts than always before says so', () => {
  const maker = rowMaker();
  const [finding, ...others] = found([
    ...processes(maker, 'taskeng.exe'),
    process(maker, at(25, 4, 3), 'cmd.exe'),
  ]);
  expect(others).toEqual([]);
  expect(finding?.alert).toMatchObject({ kind: 'without-company', severity: 'medium' });
  expect(finding?.alert.sentence).toMatch(
    /^cmd\.exe started runner\.exe as svc\.app03 on PRD-APP00: 1 process on 2 Oct at 04:03 UTC\. Started by cmd\.exe, not by taskeng\.exe as on the 25 days before/,
  );
});

test.each<[string, string | ((day: number) => string), string]>([
  ['Windows names its scheduler otherwise after an upgrade', 'taskeng.exe', 'svchost.exe'],
  ['two parents started it before', (day) => (day % 5 === 0 ? 'services.exe' : 'taskeng.exe'), 'cmd.exe'],
  ['its parent was not recorded', 'taskeng.exe', ''],
  ['no parent was recorded before', '', 'cmd.exe'],
])('no parent is missed when %s', (_, before, now) => {
  const maker = rowMaker();
  const rows = [...processes(maker, before), process(maker, at(25, 4, 3), now)];
  expect(found(rows).filter(({ alert }) => alert.kind === 'without-company')).toEqual([]);
});

test('a known program with another parent is not said to run for the first time', () => {
  const maker = rowMaker();
  const by = (day: number) => (day % 5 === 0 ? 'services.exe' : 'taskeng.exe');
  const shell = process(maker, at(25, 4, 3), 'w3wp.exe', 'cmd.exe');
  const rows = processes(maker, by);
  for (const day of days(25)) rows.push(process(maker, at(day, 4, 3), by(day), 'cmd.exe'));
  const whys = found([...rows, shell]).map(({ alert }) => alert.statement.why);
  expect(whys).toHaveLength(1);
  expect(whys[0]).toMatch(/^First time that w3wp\.exe started cmd\.exe/);
});
