import { HOUR } from '@scout/detection/time';
import { describe, expect, test } from 'vitest';
import { openAssessor, type StoredAssessor } from '../assessor.ts';
import { type Bucket, emptyBucket } from '../fold/bucket.ts';
import { foldEvent } from '../fold/fold.ts';
import { rc4Bank, useKey } from '../testing/rc4Bank.ts';
import { at } from '../testing/rows.ts';
import { ticketMaker } from '../testing/tickets.ts';

const seeds = [1, 2, 3];

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Judges rows hour by hour; saved and resumed each day, as on the server. */
function judged(rows: Parameters<typeof foldEvent>[1][]): StoredAssessor {
  const buckets = new Map<number, Bucket>();
  for (const row of rows) {
    const time = Date.parse(row.timestamp);
    const hour = Math.floor(time / HOUR);
    const bucket = buckets.get(hour) ?? emptyBucket(hour);
    buckets.set(hour, bucket);
    foldEvent(bucket, row, time, String(time));
  }
  let assessor = openAssessor({});
  for (const [hour, bucket] of [...buckets].sort(([a], [b]) => a - b)) {
    if (hour % 24 === 0) assessor = openAssessor({ saved: assessor.save() });
    assessor.endDays(hour);
    assessor.closeHour(bucket);
  }
  return assessor;
}

test.each(seeds)('uses of RC4 in a generated bank, seed %i', (seed) => {
  const { rows, truth } = rc4Bank(randomOf(seed));
  const found = judged(rows)
    .weakUses()
    .map(({ account, requester, client, weakness }) => useKey(account, requester, client, weakness));
  const right = found.filter((key) => truth.has(key)).length;
  const precision = right / found.length;
  const recall = right / truth.size;
  console.info(
    `seed ${seed}: ${truth.size} uses, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
  expect(truth.size).toBeGreaterThan(40);
  expect(Math.min(precision, recall)).toBeGreaterThanOrEqual(0.95);
});

describe('one use', () => {
  const tickets = ticketMaker();
  const of = (rows: Parameters<typeof judged>[0]) => judged(rows).weakUses();

  test('is counted, with its first and last time and the newest event', () => {
    const rows = [0, 1, 2].map((day) =>
      tickets.service(at(day, 8), 'm.keller', 'svc.sql', '10.60.0.9', '0x17'),
    );
    expect(of(rows)).toEqual([
      {
        account: 'svc.sql',
        requester: 'm.keller',
        client: '10.60.0.9',
        weakness: 'unknown',
        count: 3,
        first: at(0, 8),
        last: at(2, 8),
        mark: expect.objectContaining({ time: at(2, 8), event: String(at(2, 8)) }),
      },
    ]);
  });

  test('is forgotten 90 days after its last ticket', () => {
    const rows = [
      tickets.service(at(0, 8), 'm.keller', 'svc.sql', '10.60.0.9', '0x17'),
      ...[89, 90, 91].map((day) => tickets.first(at(day, 8), 'svc.sql', '10.1.0.1')),
    ];
    expect(of(rows.slice(0, 2))).toHaveLength(1);
    expect(of([...rows, tickets.first(at(93, 8), 'svc.sql', '10.1.0.1')])).toEqual([]);
  });

  test.each<[string, string | null, string, string | null]>([
    ['AES', null, '0x12', null],
    [
      'a controller that does not allow AES',
      'service: 0x1f keys AES-SHA1; controller: 0x4 keys RC4',
      '0x17',
      'controller',
    ],
    ['a session key of an old client', 'session key: 0x17; client: RC4-HMAC-NT', '0x12', 'client'],
    ['text of a hostile sender', 'service: keys; client: ; session key: 0x17;;', '0x17', 'unknown'],
  ])('%s', (_what, details, cipher, cause) => {
    const uses = of([tickets.service(at(0, 8), 'm.keller', 'svc.sql', '10.60.0.9', cipher, details)]);
    expect(uses.map(({ weakness }) => weakness)).toEqual(cause === null ? [] : [cause]);
  });

  test('of an account that is no service account is not listed', () => {
    expect(of([tickets.service(at(0, 8), 'm.keller', 'anna', '10.60.0.9', '0x17')])).toEqual([]);
  });
});
