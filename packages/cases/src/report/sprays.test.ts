import { expect, test } from 'vitest';
import { judgeHours } from '../testing/hours.ts';
import { account, days, ordinaryDays } from '../testing/organization.ts';
import { at, rowMaker } from '../testing/rows.ts';

const SPRAYED = [0, 3, 6, 9, 12];

/** Refusals of five accounts from one machine: its name in some of them, its address in all. */
function spray(nameOf: (i: number) => string | null, minuteOf = (i: number) => i) {
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  SPRAYED.forEach((n, i) => {
    const refusal = maker.refusal(at(25, 10, minuteOf(i)), account(n), 'DC01', nameOf(i));
    rows.push({ ...refusal, source_host: '10.77.0.8' });
  });
  return judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'spraying');
}

test('refusals that carry a name once and an address once are of one machine', () => {
  const [found, ...others] = spray((i) => (i % 2 === 0 ? 'WS-077' : null));
  expect(others).toEqual([]);
  expect(found?.alert.sentence).toMatch(/^5 accounts were refused from WS-077 \(10\.77\.0\.8\), /);
  expect([found?.alert.account, ...(found?.accounts ?? [])].sort()).toEqual(SPRAYED.map(account));
});

test('a name that becomes known hours after the address joins it', () => {
  const [found, ...others] = spray(
    (i) => (i === 4 ? 'WS-077' : null),
    (i) => i * 65,
  );
  expect(others).toEqual([]);
  expect(found?.sources).toEqual(['ws-077']);
});

test('an address with several names joins none of them', () => {
  expect(spray((i) => (i === 4 ? null : `WS-07${i}`))).toEqual([]);
});

test('accounts that no logon server could check were not tried', () => {
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  for (const n of SPRAYED)
    rows.push(maker.refusal(at(25, 10, n), account(n), 'DC01', 'WS-077', 'no logon server available'));
  expect(judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'spraying')).toEqual([]);
});

test('names of no account are not accounts that were tried, whoever lists them', () => {
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  const names = ['admin', 'root', 'test', 'guest', 'oracle', 'sa', 'backup'];
  names.forEach((name, n) => {
    rows.push(maker.refusal(at(25, 10, n), name, 'PRD-SQL01', 'SCANNER01', 'unknown user name'));
  });
  for (const n of [0, 3]) rows.push(maker.refusal(at(25, 10, 20 + n), account(n), 'PRD-SQL01', 'SCANNER01'));
  expect(judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'spraying')).toEqual([]);
});

test('a name does not stay with an address for the next day', () => {
  const maker = rowMaker();
  const rows = ordinaryDays(days(28), { maker });
  const refusal = maker.refusal(at(25, 10), account(0), 'DC01', 'WS-077');
  rows.push({ ...refusal, source_host: '10.77.0.8' });
  for (const n of SPRAYED)
    rows.push({ ...maker.refusal(at(26, 10, n), account(n), 'DC01', null), source_host: '10.77.0.8' });
  const found = judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'spraying');
  expect(found.map(({ sources }) => sources)).toEqual([['10.77.0.8']]);
});

test('accounts that are tried later on the day join the case, without another alert', () => {
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  for (let n = 0; n < 9; n += 1)
    rows.push(maker.refusal(at(25, n < 5 ? 10 : 13, n), account(n), 'DC01', 'WS-077'));
  const found = judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'spraying');
  expect(found.map(({ isReported }) => isReported)).toEqual([true, false]);
  expect(new Set(found.map(({ caseKey }) => caseKey)).size).toBe(1);
  expect(new Set(found.flatMap(({ alert, accounts }) => [alert.account, ...accounts])).size).toBe(9);
});

/** A spray over accounts, each tried at the machine of its turn. */
function sprayAt(machines: readonly string[], { accounts = 6, tries = 1, names = account } = {}) {
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  for (let n = 0; n < accounts; n += 1)
    for (let i = 0; i < tries; i += 1)
      rows.push(maker.refusal(at(25, 10, n % 50), names(n), machines[n % machines.length]!, 'WS-077'));
  const [found] = judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'spraying');
  return found!;
}

test.each<[readonly string[], string]>([
  [['DC01'], 'Tried at DC01.'],
  [['WS-001', 'WS-002', 'WS-003'], 'Tried at three workstations: WS-001, WS-002 and WS-003.'],
  [['PRD-SQL01', 'PRD-APP01'], 'Tried at two servers: PRD-APP01 and PRD-SQL01.'],
  [['PRD-SQL01', 'WS-001'], 'Tried at two machines: PRD-SQL01 and WS-001.'],
])('a spray at %j counts and lists its targets', (machines, words) => {
  const found = sprayAt(machines);
  expect(found.destinations).toEqual(machines.map((name) => name.toLowerCase()).sort());
  expect(found.alert.sentence).toContain(words);
});

test('all accounts of a spray are listed', () => {
  const found = sprayAt(['DC01'], { accounts: 20 });
  expect([found.alert.account, ...found.accounts]).toHaveLength(20);
  expect(found.alert.sentence).toContain('The service accounts: svc.app00, svc.app01, ');
  expect(found.alert.sentence).toMatch(/svc\.app18 and svc\.app19\.$/);
});

test('a long spray lists so many accounts and targets, and counts the rest', () => {
  const found = sprayAt(
    Array.from({ length: 60 }, (_, n) => `PRD-X${n + 10}`),
    { accounts: 120, names: (n: number) => `svc.try${n + 100}` },
  );
  expect(found.accounts).toHaveLength(49);
  expect(found.destinations).toHaveLength(50);
  expect(found.alert.sentence).toMatch(/^120 accounts were refused from WS-077, .*: 120 refusals /);
  expect(found.alert.sentence).toContain('Tried at 60 machines: PRD-X10, PRD-X11, ');
  expect(found.alert.sentence).toContain(' and 40 more. The service accounts: svc.try100, ');
  expect(found.alert.sentence).toMatch(/ and 100 more\.$/);
});

test('each refusal of a spray counts, and one that a domain controller records as well counts once', () => {
  expect(sprayAt(['PRD-SQL01'], { accounts: 6, tries: 20 }).alert.statement.count).toBe(120);
  const maker = rowMaker();
  const rows = ordinaryDays(days(27), { maker });
  for (const n of SPRAYED) {
    rows.push(maker.refusal(at(25, 10, n), account(n), 'PRD-SQL01', 'WS-077'));
    const checked = { target_user_name: account(n), status: '0xc000006a', failure_reason: 'wrong password' };
    const from = { system_context_computer_name: 'DC01', source_info_workstation_name: 'WS-077' };
    rows.push(maker.make(4776, at(25, 10, n), { ...checked, ...from }));
  }
  const [found] = judgeHours(rows, {}).filter(({ alert }) => alert.kind === 'spraying');
  expect(found?.alert.statement.count).toBe(SPRAYED.length);
});
