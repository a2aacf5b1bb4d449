import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOfDay } from '../../../view/range.ts';
import { peakWords, pointWords } from './dayWords.ts';

// A day of another year reads with its year.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) }));
afterEach(() => void vi.useRealTimers());

const until = new Date(startOfDay('2026-11-21') + 12 * 3_600_000).toISOString();
const pointsOf = (...counts: (number | null)[]) =>
  counts.map((y, x) => ({
    x,
    y,
    movingAverage: null,
    timeRange: '00:00 – 23:59' as const,
    fullDate: String(x),
  }));

test.each([
  [[0, 3, 0, 14], 'Peak 14 on Nov 21'],
  [[2, 0, 1], 'Peak 2 on Nov 19'],
  [[null, null, 1_200], 'Peak 1,200 on Nov 21'],
  [[0, 0], null],
])('the days %j read %j', (counts, words) => {
  expect(peakWords(pointsOf(...counts), until)).toBe(words);
});

test('a day reads with its incidents, and a gap as no data', () => {
  const points = pointsOf(null, 0, 1, 14);
  expect(points.map((_, index) => pointWords(points, index, until))).toEqual([
    'Nov 18: no data yet',
    'Nov 19: 0 incidents',
    'Nov 20: 1 incident',
    'Nov 21: 14 incidents',
  ]);
});
