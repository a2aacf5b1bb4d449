import { expect, test } from 'vitest';
import { alert, story } from '../testing/samples.ts';
import { reportOf } from './report.ts';
import { compare, spreadOf } from './spread.ts';

const DAY = 24 * 3_600_000;
const first = Date.parse('2026-03-02T00:00:00.000Z');
/** A thousand accounts for a day: a budget of 1 permits one alert, one of 5 five. */
const scale = { accounts: 1_000, first, last: first + DAY };

const stories = [
  story({ story: 'A', kind: 'runas', recordIds: ['1'] }),
  story({ story: 'B', kind: 'spraying', recordIds: ['2'] }),
];
const ACCUSED = { name: 'm.keller', level: 'acted' } as const;

/** A bank where Scout's alerts name these records, the gravest first. */
const bank = (seed: number, records: readonly string[]) => {
  const alerts = records.map((id, place) =>
    alert({ recordIds: [id], score: 9 - place, ...(id === '90' ? { person: ACCUSED } : {}) }),
  );
  const run = { detector: 'scout', source: 'inventory' as const, alerts, total: alerts.length };
  const causes = new Map([['90', 'lookUp']]);
  return {
    seed,
    reports: [
      reportOf({ ...run, accounts: 1_000, eventsPerSecond: 1, bytesPerAccount: 1 }, stories, scale, causes),
    ],
  };
};

test('a figure has its mean, its worst bank and its deviation', () => {
  const [scout] = compare([bank(4, ['1', '2']), bank(7, ['90', '1', '91'])]);
  expect(scout!.figures['recall at 1']).toEqual({ mean: 0.25, worst: 0, worstSeed: 7, deviation: 0.25 });
  expect(scout!.figures['recall at 5']).toMatchObject({ mean: 0.75, worst: 0.5, worstSeed: 7 });
  expect(scout!.figures['alerts on day one']).toMatchObject({ mean: 2.5, worst: 3, worstSeed: 7 });
  // A file of less than a fortnight has no rate of later days.
  expect(scout!.figures['alerts a day from day 15']).toBeUndefined();
});

test('kinds are counted over all banks, with their worst', () => {
  const [scout] = compare([bank(4, ['1', '2']), bank(7, ['90', '1', '91'])]);
  expect(scout!.byKind.runas).toMatchObject({
    of: 2,
    at1: { found: 1, worst: 0 },
    at5: { found: 2, worst: 1 },
  });
  expect(scout!.byKind.spraying).toMatchObject({ of: 2, at5: { found: 1, worst: 0, worstSeed: 7 } });
});

test('false alerts are told by what they are about, and how many accuse', () => {
  const [scout] = compare([bank(4, ['1', '2']), bank(7, ['90', '1', '91'])]);
  expect(scout!.falseAlerts.at1).toEqual({ byCause: { lookUp: 1 }, naming: 1 });
  expect(scout!.falseAlerts.at5).toEqual({ byCause: { lookUp: 1, 'ordinary life': 1 }, naming: 1 });
});

test('the worst is the least, or the most where less is better', () => {
  const values = [3, 1, 2].map((value, seed) => ({ seed, value }));
  expect(spreadOf(values)).toMatchObject({ worst: 1, worstSeed: 1 });
  expect(spreadOf(values, true)).toMatchObject({ worst: 3, worstSeed: 0 });
});
