import type { NormalisedRow } from '@scout/detection';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAssessor, openAssessor } from '../assessor.ts';
import type { Finding } from '../report/alert.ts';
import { at, quietMonth, rowMaker } from '../testing/rows.ts';
import { type Bucket, emptyBucket, trimBucket } from './bucket.ts';
import { foldEvent } from './fold.ts';
import { ActivityFold, mergePart, writePart } from './parts.ts';

const HOUR = 3_600_000;

/** Folds batches, numbered by position, and merges them by hour in the given order. */
function bucketsOf(batches: readonly (readonly NormalisedRow[])[], order: readonly number[]): Bucket[] {
  const parts = batches.map((rows) => {
    const fold = new ActivityFold();
    for (const [line, row] of rows.entries()) fold.add(row, Date.parse(row.timestamp), line);
    return fold.parts();
  });
  const buckets = new Map<number, Bucket>();
  for (const batch of order) {
    for (const { hour, body } of parts[batch]!) {
      const bucket = buckets.get(hour) ?? emptyBucket(hour);
      buckets.set(hour, bucket);
      mergePart(bucket, body, (line) => batches[batch]![Number(line)]!.record_id!);
    }
  }
  return [...buckets.values()].sort((a, b) => a.hour - b.hour);
}

/** Judges whole hours; `stops` are hours at which the assessor is saved and reopened, and days are ended. */
function judge(buckets: readonly Bucket[], stops: readonly number[] = []): Finding[] {
  let assessor = openAssessor({});
  const findings: Finding[] = [];
  const end = buckets.at(-1)!.hour + 1;
  const hours = new Map(buckets.map((bucket) => [bucket.hour, bucket]));
  for (let hour = buckets[0]!.hour; hour < end; hour += 1) {
    if (stops.includes(hour)) {
      findings.push(...assessor.endDays(hour));
      assessor = openAssessor({ saved: assessor.save() });
    }
    const bucket = hours.get(hour);
    if (bucket !== undefined)
      findings.push(...assessor.endDays(hour), ...assessor.closeHour(bucket).findings);
  }
  return [...findings, ...assessor.endDays(end + 24 * 7)];
}

const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 12 });
const all = [
  ...rows,
  maker.logon(at(9, 10, 3), 'svc.ledger1', '2', 'PC7'),
  maker.refusal(at(9, 10, 1), 'svc.ledger1', 'DB1', 'PC7'),
  maker.logon(at(10, 23, 59), 'svc.billing1', '3', 'DB1', 'PC2'),
  maker.explicit(at(11, 0, 0), 'person3', 'PC3', 'svc.billing2', 'DB1'),
];
const expected = judge(bucketsOf([all], [0]));

test('remote desktop, whose event names the entered machine as its source, comes from its address', () => {
  const remote = maker.logon(at(9, 10, 3), 'svc.ledger1', '10', 'DB1', 'DB1', '10.0.0.4');
  const found = judge(bucketsOf([[...rows, remote]], [0]));
  expect(found).toMatchObject([{ sources: ['pc4'], persons: [{ name: 'person4' }] }]);
});

describe('the same events', () => {
  test('give the same cases and the same alerts of a live stream', () => {
    expect(expected.length).toBeGreaterThan(2);
    const live = createAssessor({});
    const sorted = [...all].sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    const alerts = [...sorted.flatMap((row) => live.observe(row)), ...live.finish()];
    expect(expected.filter(({ isReported }) => isReported).map(({ alert }) => alert)).toEqual(alerts);
  });

  test('in any order and any batching give the same cases, wherever the assessor stops', () => {
    const first = Math.floor(Date.parse(all[0]!.timestamp) / HOUR);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.infiniteStream(fc.nat(1_000)),
        fc.array(fc.nat(12 * 24), { maxLength: 5 }),
        (count, choices, stops) => {
          const draw = choices[Symbol.iterator]();
          const next = () => draw.next().value!;
          const batches: NormalisedRow[][] = Array.from({ length: count }, () => []);
          for (const row of all) {
            const batch = batches[next() % count]!;
            batch.splice(next() % (batch.length + 1), 0, row);
          }
          const order = [...batches.keys()].map((batch) => ({ batch, key: next() }));
          const shuffled = order.sort((a, b) => a.key - b.key).map(({ batch }) => batch);
          const found = judge(
            bucketsOf(batches, shuffled),
            stops.map((stop) => first + stop),
          );
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a bucket', () => {
  const contents = ({ cells, sessions }: Bucket) => ({
    cells: [...cells].sort(([a], [b]) => (a < b ? -1 : 1)),
    sessions: [...sessions].sort((a, b) => (a.record < b.record ? -1 : 1)),
  });

  test('is written and read unchanged, with the identities of its events', () => {
    const hour = Math.floor(at(0, 9) / HOUR);
    const flood = rowMaker();
    const bucket = emptyBucket(hour);
    foldEvent(bucket, flood.logon(at(0, 9, 1), 'svc.a', '2', 'PC1', 'PC2', '10.0.0.1'), at(0, 9, 1), '0');
    foldEvent(bucket, flood.process(at(0, 9, 2), 'ada', 'PC1', 'C:\\x.exe', 'x "é\u0001"'), at(0, 9, 2), '1');
    const read = emptyBucket(hour);
    mergePart(read, writePart(bucket), (line) => line);
    expect(contents(read)).toEqual(contents(bucket));
    const other = emptyBucket(hour);
    mergePart(other, writePart(bucket), (line) => `batch-${line}`);
    expect(other.sessions.map(({ event }) => event)).toEqual(['batch-0']);
  });

  test('keeps the same under a flood of invented names, in every order and batching', () => {
    const hour = Math.floor(at(0, 9) / HOUR);
    const flood = rowMaker();
    const time = at(0, 9, 1);
    const let_in = Array.from({ length: 50 }, (_, n) => flood.logon(time, `svc.${n}`, '3', 'DB1', 'APP1'));
    const refused = Array.from({ length: 30_000 }, (_, n) => flood.refusal(time, `guess${n}`, 'DB1', 'PC1'));
    const fold = (given: readonly NormalisedRow[], cuts: number) => {
      const bucket = emptyBucket(hour);
      const size = Math.ceil(given.length / cuts);
      for (let from = 0; from < given.length; from += size) {
        const part = emptyBucket(hour);
        for (const row of given.slice(from, from + size)) foldEvent(part, row, time, row.record_id!);
        mergePart(bucket, writePart(part), (line) => line);
      }
      trimBucket(bucket);
      return bucket;
    };
    const whole = fold([...let_in, ...refused], 1);
    expect([...whole.cells.values()].filter(({ kind }) => kind === 'logon:3')).toHaveLength(50);
    expect(whole.cells.size).toBe(10_050);
    expect(contents(fold([...refused].reverse().concat(let_in), 7))).toEqual(contents(whole));
  });
});

test('refused invented names neither fill memory nor identify an address', () => {
  const flood = rowMaker();
  const assessor = openAssessor({});
  const hour = Math.floor(at(0, 9) / HOUR);
  const fold = (given: readonly NormalisedRow[], of: number) => {
    const bucket = emptyBucket(of);
    for (const row of given) foldEvent(bucket, row, Date.parse(row.timestamp), row.record_id!);
    assessor.endDays(of);
    assessor.closeHour(bucket);
  };
  fold([flood.logon(at(0, 9), 'person1', '3', 'FILES', 'PC1', '10.0.0.1')], hour);
  const size = assessor.stateBytes();
  for (let round = 1; round < 6; round += 1) {
    const invented = Array.from({ length: 8_000 }, (_, n) =>
      flood.make(4625, at(0, 9 + round), {
        target_user_name: `svc.${round}-${n}`,
        system_context_computer_name: 'DB1',
        source_info_workstation_name: `FAKE${round}-${n}`,
        source_host: '10.0.0.1',
      }),
    );
    fold(invented, hour + round);
  }
  expect(assessor.accounts()).toBe(2_000);
  expect(assessor.stateBytes() - size).toBeLessThan(2_000 * 400);
  fold([flood.logon(at(0, 16), 'svc.new', '3', 'DB1', 'APP1')], hour + 7);
  expect(assessor.accounts()).toBe(2_001);
});
