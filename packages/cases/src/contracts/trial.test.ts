import { HOUR } from '@scout/detection/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openAssessor } from '../assessor.ts';
import { type Bucket, emptyBucket } from '../fold/bucket.ts';
import { foldEvent } from '../fold/fold.ts';
import { at, quietMonth } from '../testing/rows.ts';
import type { Contract } from './contract.ts';
import { type TriedActivity, tryContract } from './trial.ts';

const ACCOUNT = 'svc.ledger1';
const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 12 });
const outside = [1, 5, 5, 14].flatMap((day, i) => [
  maker.logon(at(day, 9 + i, 10), ACCOUNT, '3', 'DB1', 'APP0'),
  maker.logon(at(day, 9 + i, 20), ACCOUNT, '10', 'DB2', 'PC7'),
  maker.refusal(at(day, 3, i), ACCOUNT, 'DB1', 'PC7'),
]);

/** Judges the rows under a contract, hour by hour as on the server, and keeps the activity that it would store. */
function assess(contract: Contract) {
  const buckets = new Map<number, Bucket>();
  for (const row of [...rows, ...outside]) {
    const time = Date.parse(row.timestamp);
    const hour = Math.floor(time / HOUR);
    const bucket = buckets.get(hour) ?? emptyBucket(hour);
    buckets.set(hour, bucket);
    foldEvent(bucket, row, time);
  }
  const assessor = openAssessor({ contracts: new Map([[ACCOUNT, contract]]) });
  const activity: TriedActivity[] = [];
  const cases = new Set<string>();
  for (const hour of [...buckets.keys()].sort((a, b) => a - b)) {
    const ended = assessor.endDays(hour);
    const closed = assessor.closeHour(buckets.get(hour)!);
    for (const { account, kind, source, destination, count, last } of closed.activity)
      if (account === ACCOUNT) activity.push({ kind, source, destination, count, last, hour: hour * HOUR });
    for (const { alert, caseKey } of [...ended, ...closed.findings])
      if (alert.kind === 'outside-contract') cases.add(caseKey);
  }
  return { activity, cases };
}

const list = (...names: string[]) => fc.subarray(names);

test('a trial predicts how many cases the assessor opens under the same contract, in any order of activity', () => {
  let most = 0;
  fc.assert(
    fc.property(
      fc.record({
        sources: list('app1', 'app*', 'pc7'),
        destinations: list('db1', 'db*', 'app1'),
        kinds: list('logon:3', 'logon:5', 'logon:10'),
        hours: fc.subarray([1, 2, 3, 9, 10, 11, 12]),
      }),
      fc.boolean(),
      (contract, isReversed) => {
        const { activity, cases } = assess(contract);
        const trial = tryContract(contract);
        for (const each of isReversed ? activity.toReversed() : activity) trial.add(each);
        const result = trial.result();
        expect(result.cases.length).toBe(cases.size);
        expect(result.cases.reduce((sum, { events }) => sum + events, 0)).toBe(result.outside);
        most = Math.max(most, cases.size);
      },
    ),
    { numRuns: 30 },
  );
  expect(most).toBeGreaterThan(3);
});

test('a trial names each case with its events and time, newest first', () => {
  const trial = tryContract({ sources: ['app1'], destinations: [], kinds: [], hours: [] });
  const seen = (day: number, hour: number, source: string | null, kind = 'logon:3') =>
    trial.add({
      kind,
      source,
      destination: 'db1',
      hour: at(day, hour),
      count: 2,
      last: at(day, hour, 30),
    });
  seen(1, 2, 'app1');
  seen(1, 9, 'pc7');
  seen(1, 10, 'pc7', 'refused:wrong password');
  seen(2, 1, null);
  seen(3, 4, 'pc7');
  seen(3, 5, 'pc7', 'service-ticket');
  seen(12, 4, 'pc7');
  expect(trial.result()).toEqual({
    events: 12,
    outside: 8,
    cases: [
      { words: 'outside its contract: from PC7', events: 2, last: at(12, 4, 30) },
      { words: 'outside its contract: from PC7', events: 6, last: at(3, 4, 30) },
    ],
  });
});
