import { expect, test } from 'vitest';
import type { AccountDay, AccountState, DayCell, Tuple } from '../state.ts';
import { isWayFrom, joinAddress, wayKey } from './ways.ts';

const tuple = (source: string, first: number, last: number, days: number): Tuple => ({
  kind: 'logon:3',
  source,
  destination: 'db1',
  program: null,
  actor: null,
  first,
  last,
  days,
  hours: 1,
  weekdays: 1,
  monthdays: 1,
  company: { total: days, compared: days, with: { batch: days }, without: {} },
});

const cell = (source: string, count: number): DayCell => {
  const way = { kind: 'logon:3', source, destination: 'db1', program: null, actor: null } as const;
  return {
    ...way,
    account: 'svc.a',
    count,
    first: count,
    last: count,
    marks: [],
    hours: 1,
    key: wayKey(way),
  };
};

function accountWith(...tuples: Tuple[]): AccountState {
  return { tuples: new Map(tuples.map((each) => [wayKey(each), each])) } as unknown as AccountState;
}

test('ways from an address become ways from its machine, in memory and on the day', () => {
  const account = accountWith(tuple('10.1.0.1', 1, 5, 5), {
    ...tuple('10.1.0.1', 2, 2, 1),
    destination: 'db2',
  });
  const early = cell('10.1.0.1', 3);
  const day: AccountDay = { cells: new Map([[early.key, early]]), reported: 0, outside: new Map() };
  const way = cell('app1', 1);
  expect(isWayFrom(account, day, '10.1.0.1', way)).toBe(true);
  joinAddress(account, day, '10.1.0.1', way);
  expect([...account.tuples.values()].map(({ source, destination }) => `${source} ${destination}`)).toEqual([
    'app1 db1',
    'app1 db2',
  ]);
  expect([...day.cells.keys()]).toEqual([way.key]);
  expect(isWayFrom(account, day, '10.1.0.1', way)).toBe(false);
});

test('two ways that turn out to be one have the days and the company of both', () => {
  const account = accountWith(tuple('10.1.0.1', 1, 6, 4), tuple('app1', 4, 9, 6));
  const days: AccountDay = {
    cells: new Map([cell('10.1.0.1', 3), cell('app1', 2)].map((each) => [each.key, each])),
    reported: 0,
    outside: new Map(),
  };
  joinAddress(account, days, '10.1.0.1', cell('app1', 1));
  // Both were seen on some of the nine days.
  expect([...account.tuples.values()]).toMatchObject([
    { source: 'app1', first: 1, last: 9, days: 9, company: { compared: 10, with: { batch: 10 } } },
  ]);
  expect([...days.cells.values()]).toMatchObject([{ source: 'app1', count: 5, first: 2, last: 3 }]);
});

test('another account’s or another server’s way from the address is none of this way', () => {
  const account = accountWith(tuple('10.1.0.1', 1, 5, 5));
  expect(isWayFrom(account, undefined, '10.1.0.2', cell('app1', 1))).toBe(false);
  expect(isWayFrom(accountWith(), undefined, '10.1.0.1', cell('app1', 1))).toBe(false);
});
