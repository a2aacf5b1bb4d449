import type { TrendPoint } from '@scout/detection';
import { dayOf, startOfDay } from '../../../view/range.ts';

/** A day of a trend; values are null where nothing could be stored. */
export type KnownPoint = Omit<TrendPoint, 'y' | 'movingAverage'> & {
  y: number | null;
  movingAverage: number | null;
};

const AVERAGE_DAYS = 7;

/** The viewer's day of a point of a trend: the last of `days` is the day of `until`. */
export function dayOfPoint(days: number, x: number, until: string): string {
  return dayOf(startOfDay(dayOf(Date.parse(until)), x + 1 - days));
}

/**
 * A trend with gaps for the days before `from` (epoch ms), when no agent collected yet; null leaves it whole. A day with incidents
 * is never a gap, and averages are those of the days that are known.
 */
export function withGaps(
  trend: readonly TrendPoint[],
  until: string,
  from: number | null,
): readonly KnownPoint[] {
  if (from === null) return trend;
  const firstCounted = trend.findIndex(({ y }) => y > 0);
  const firstKnown = trend.findIndex(({ x }) => startOfDay(dayOfPoint(trend.length, x, until), 1) > from);
  const known = firstKnown === -1 ? trend.length : firstKnown;
  const first = firstCounted === -1 ? known : Math.min(firstCounted, known);
  if (first === 0) return trend;
  return trend.map((point, index) => {
    if (index < first) return { ...point, y: null, movingAverage: null };
    const days = trend.slice(Math.max(first, index + 1 - AVERAGE_DAYS), index + 1);
    const mean = days.reduce((sum, { y }) => sum + y, 0) / days.length;
    return { ...point, movingAverage: Math.round(mean * 100) / 100 };
  });
}
