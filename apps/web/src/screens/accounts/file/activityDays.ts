import { dayOf, startOfDay } from '../../../view/range.ts';
import type { DayCount } from '../../lists/DayHistogram.tsx';
import type { ActiveHour } from './hourGrid.ts';

/**
 * The viewer's last `days` days up to `now` (epoch ms) with an account's events. Marked are those in its open cases, by day; without
 * open cases, refusals.
 */
export function activityDays(
  hours: readonly ActiveHour[],
  days: number,
  now: number,
  inCases: ReadonlyMap<string, number> | null = null,
): DayCount[] {
  const today = dayOf(now);
  const counts = new Map<string, { count: number; marked: number }>();
  for (let back = days - 1; back >= 0; back -= 1)
    counts.set(dayOf(startOfDay(today, -back)), { count: 0, marked: 0 });
  for (const { hour, done, refused } of hours) {
    const day = counts.get(dayOf(Date.parse(hour)));
    if (day === undefined) continue;
    day.count += done + refused;
    day.marked += refused;
  }
  return [...counts].map(([day, { count, marked }]) => ({
    day,
    count,
    marked: inCases === null ? marked : Math.min(count, inCases.get(day) ?? 0),
  }));
}
