import { expect, test } from 'vitest';
import type { Kind } from '../kinds.ts';
import type { AccountState, DayCell, Tuple } from '../state.ts';
import { diagnoseRefusals } from './refusals.ts';

const HOUR = 3_600_000;

function cell(kind: Kind, source: string, hour: number, count = 1): DayCell {
  return {
    account: 'svc.billing',
    kind,
    source,
    destination: 'db1',
    program: null,
    actor: null,
    count,
    first: hour * HOUR,
    last: hour * HOUR + 60_000,
    marks: [],
    hours: 1 << hour,
    key: `${kind}|${source}|${hour}`,
  };
}

function account(sources: readonly string[]): AccountState {
  const tuples = sources.map((source): [string, Tuple] => [
    source,
    {
      kind: 'logon:3',
      source,
      destination: 'db1',
      program: null,
      actor: null,
      first: 1,
      last: 9,
      days: 9,
      hours: 1,
      weekdays: 1,
      monthdays: 1,
    },
  ]);
  return {
    first: 1,
    last: 9,
    activeDays: 9,
    longestGap: 1,
    novelDays: [],
    service: 'name',
    signInDays: 0,
    nights: 0,
    hours: [],
    tuples: new Map(tuples),
  };
}

const day = (...cells: DayCell[]) => ({
  cells: new Map(cells.map((one) => [one.key, one])),
  reported: 0,
  outside: new Map(),
});

test('a storm after a password change is one finding that lists who still fails', () => {
  const found = diagnoseRefusals(
    'svc.billing',
    account(['app1', 'app2', 'app3']),
    day(
      cell('refused:wrong password', 'app1', 8, 300),
      cell('refused:wrong password', 'app2', 8, 40),
      cell('refused:wrong password', 'app3', 9, 5),
      cell('logon:3', 'app2', 11),
    ),
  );
  expect(found).toMatchObject([
    { cause: 'old-password', count: 345, failing: ['app1', 'app3'], recovered: ['app2'] },
  ]);
  expect(found[0]!.sentence).toContain('345 times');
});

test.each([
  ['wrong password', 'pc7', 'guess'],
  ['account locked out', 'app1', 'locked'],
  ['password expired', 'app1', 'expired'],
  ['account disabled', 'app1', 'disabled'],
  ['clock difference too great', 'app1', 'clock'],
  ['no logon server available', 'pc7', 'fault'],
  ['service account disabled, expired or locked out', 'app1', 'fault'],
  ['logon type not granted', 'app1', 'not-allowed'],
  ['', 'app1', 'unknown'],
])('%s from %s is %s', (reason, source, cause) => {
  expect(
    diagnoseRefusals('svc.billing', account(['app1']), day(cell(`refused:${reason}`, source, 8))),
  ).toMatchObject([{ cause, count: 1 }]);
});
