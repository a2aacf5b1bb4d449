import { Temporal } from 'temporal-polyfill';
import { QUARTER } from '../time.ts';
import type { QuarterTally } from './aggregates.ts';
import type { Clock, TrendPoint } from './shapes.ts';

const DAYS = 30;
const AVERAGE_DAYS = 7;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** True for a valid `Clock.timeZone`: a known IANA name, or an offset such as `+05:30`. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * A trend: the viewer's 30 local days ending today, or every local day of a chosen period. A quarter hour belongs
 * to the day in which it starts: days begin on a quarter hour in every zone, also around daylight-saving changes.
 *
 * @throws RangeError when the time zone is unknown
 */
export function trendOf(quarters: readonly QuarterTally[], clock: Clock): TrendPoint[] {
  const { dates, starts } = localDays(clock);
  const counts = new Array<number>(dates.length).fill(0);
  for (const { bucket, count } of quarters) {
    const day = dayOf(starts, bucket);
    if (day !== null) counts[day]! += count;
  }
  return dates.map((date, x) => ({
    x,
    y: counts[x]!,
    movingAverage: meanOf(counts.slice(Math.max(0, x + 1 - AVERAGE_DAYS), x + 1)),
    timeRange: '00:00 – 23:59',
    fullDate: fullDate(date),
  }));
}

/** Counts moments by their quarter hour. */
export function createQuarterTallier(): { add(time: number): void; tallies(): QuarterTally[] } {
  const counts = new Map<number, number>();
  return {
    add(time) {
      const bucket = Math.floor(time / QUARTER) * QUARTER;
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    },
    tallies: () => [...counts].map(([bucket, count]) => ({ bucket, count })),
  };
}

/** The days and their start times; one additional start ends the last day. */
function localDays({ now, since, timeZone }: Clock): { dates: Temporal.PlainDate[]; starts: number[] } {
  const dayOf = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = dayOf(now);
  const first = since === undefined ? last.subtract({ days: DAYS - 1 }) : dayOf(since);
  const count = first.until(last, { largestUnit: 'days' }).days + 1;
  const dates: Temporal.PlainDate[] = [];
  const starts: number[] = [];
  for (let x = 0; x <= count; x += 1) {
    const date = first.add({ days: x });
    if (x < count) dates.push(date);
    starts.push(date.toZonedDateTime(timeZone).epochMilliseconds);
  }
  return { dates, starts };
}

/** Index of the day containing a time, by bisection; null before the first and after the last. */
function dayOf(starts: readonly number[], moment: number): number | null {
  if (moment < starts[0]! || moment >= starts.at(-1)!) return null;
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= moment) low = middle;
    else high = middle;
  }
  return low;
}

function meanOf(counts: readonly number[]): number {
  return Math.round((counts.reduce((sum, count) => sum + count, 0) / counts.length) * 100) / 100;
}

/** 'Sat, Nov 21, 2026', in English regardless of the system language. */
function fullDate(date: Temporal.PlainDate): string {
  return `${WEEKDAYS[date.dayOfWeek - 1]}, ${MONTHS[date.month - 1]} ${date.day}, ${date.year}`;
}
