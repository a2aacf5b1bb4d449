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

test('a name that is told hours after the address joins it', () => {
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
  expect(found.map(({ isTold }) => isTold)).toEqual([true, false]);
  expect(new Set(found.map(({ caseKey }) => caseKey)).size).toBe(1);
  expect(new Set(found.flatMap(({ alert, accounts }) => [alert.account, ...accounts])).size).toBe(9);
});
