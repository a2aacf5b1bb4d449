import { describe, expect, test } from 'vitest';
import { alert, story } from '../testing/samples.ts';
import { curveOf, rankAlerts, settledCurveOf } from './curve.ts';

const DAY = 24 * 3_600_000;
const FIRST = Date.parse('2026-03-02T00:00:00.000Z');
const on = (day: number) => new Date(FIRST + (day - 1) * DAY + 3_600_000).toISOString();
/** A thousand accounts for twenty days: a budget of 1 permits twenty alerts, one of 0.1 two. */
const scale = { accounts: 1_000, first: FIRST, last: FIRST + 20 * DAY };

const stories = [
  story({ story: 'A', kind: 'runas', recordIds: ['1'], start: on(3) }),
  story({ story: 'B', kind: 'runas', recordIds: ['2'], start: on(16) }),
  story({ story: 'C', kind: 'spraying', recordIds: ['3'], start: on(17) }),
];

const alerts = [
  alert({ recordIds: ['1'], score: 9, time: on(3) }),
  alert({ recordIds: ['90'], score: 8, time: on(1) }),
  alert({ recordIds: ['2'], score: 7, time: on(16) }),
  alert({ recordIds: ['2', '91'], score: 6, time: on(16) }),
  ...Array.from({ length: 16 }, (_, i) => alert({ recordIds: [String(100 + i)], score: 5, time: on(15) })),
  alert({ recordIds: ['3'], score: 4, time: on(17) }),
];

const at = (points: ReturnType<typeof curveOf>, budget: number | null) =>
  points.find((point) => point.budget === budget)!;

describe('the curve', () => {
  const curve = curveOf(rankAlerts(alerts, stories), stories, scale);

  test('a budget takes the most severe alerts that fit into it', () => {
    expect(at(curve, 0.1)).toMatchObject({
      alerts: 2,
      rate: 0.1,
      recall: 1 / 3,
      precision: 1 / 2,
      dayOne: 1,
    });
    expect(at(curve, 1)).toMatchObject({ alerts: 20, rate: 1, recall: 2 / 3, precision: 3 / 20 });
    expect(at(curve, 2)).toMatchObject({ alerts: 21, recall: 1, precision: 4 / 21 });
  });

  test('a second alert on a story is true and detects nothing more', () => {
    expect(at(curve, 0.25)).toMatchObject({ alerts: 5, found: 2, precision: 3 / 5 });
  });

  test('recall is reported by kind', () => {
    expect(at(curve, 1).byKind).toEqual({ runas: { found: 2, of: 2 }, spraying: { found: 0, of: 1 } });
  });

  test('rates of day one and from the fifteenth day', () => {
    expect(at(curve, null)).toMatchObject({ dayOne: 1, settled: 19 / 6 });
  });

  test('from the fifteenth day only later stories and alerts count', () => {
    const settled = settledCurveOf(rankAlerts(alerts, stories), stories, scale);
    // Six days: a budget of 0.5 permits three alerts.
    expect(at(settled, 0.5)).toMatchObject({ alerts: 3, found: 1, recall: 1 / 2, precision: 2 / 3 });
    expect(at(settled, null)).toMatchObject({ alerts: 19, recall: 1 });
  });

  test('a file of less than a fortnight has no settled part', () => {
    const short = { ...scale, last: FIRST + 10 * DAY };
    expect(settledCurveOf(rankAlerts(alerts, stories), stories, short)).toEqual([]);
    expect(at(curveOf(rankAlerts(alerts, stories), stories, short), 1).settled).toBeNull();
  });

  test('no alert at all has no precision', () => {
    expect(at(curveOf([], stories, scale), 1)).toMatchObject({ alerts: 0, recall: 0, precision: null });
  });
});

test('alerts with equal scores are in the same order whatever the input order, and not in order of time', () => {
  const ids = (list: typeof alerts) => rankAlerts(list, stories).map((ranked) => ranked.alert.recordIds[0]);
  expect(ids(alerts.toReversed())).toEqual(ids(alerts));
  const equal = Array.from({ length: 50 }, (_, i) =>
    alert({ recordIds: [String(i)], time: on(1 + (i % 20)) }),
  );
  const times = rankAlerts(equal, []).map((ranked) => ranked.alert.time);
  expect(times).not.toEqual(times.toSorted());
});
