import { expect, test } from 'vitest';
import { dayOf, startOfDay } from '../../../view/range.ts';
import { dayOfPoint, withGaps } from './gaps.ts';

const until = new Date(startOfDay('2026-11-21') + 12 * 3_600_000).toISOString();
const trendOf = (...counts: number[]) =>
  counts.map((y, x) => ({
    x,
    y,
    movingAverage: 0,
    timeRange: '00:00 – 23:59' as const,
    fullDate: String(x),
  }));
const at = (day: string, hours = 0) => startOfDay(day) + hours * 3_600_000;

test('points are the days up to that of the end', () => {
  expect([0, 1, 2].map((x) => dayOfPoint(3, x, until))).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  expect(dayOf(Date.parse(until))).toBe('2026-11-21');
});

test('days before the first agent are gaps, not zeros', () => {
  const points = withGaps(trendOf(0, 0, 0, 6, 0), until, at('2026-11-19', 9));
  expect(points.map(({ y }) => y)).toEqual([null, null, 0, 6, 0]);
});

test('averages are those of the known days', () => {
  const points = withGaps(trendOf(0, 0, 0, 6, 0), until, at('2026-11-19', 9));
  expect(points.map(({ movingAverage }) => movingAverage)).toEqual([null, null, 0, 3, 2]);
});

test('a day with incidents is known, whenever an agent came', () => {
  const points = withGaps(trendOf(0, 2, 0, 6, 0), until, at('2026-11-21', 9));
  expect(points.map(({ y }) => y)).toEqual([null, 2, 0, 6, 0]);
});

test('nothing is a gap where the beginning is not known or lies before', () => {
  const trend = trendOf(0, 0, 1);
  expect(withGaps(trend, until, null)).toBe(trend);
  expect(withGaps(trend, until, at('2026-01-01'))).toBe(trend);
});
