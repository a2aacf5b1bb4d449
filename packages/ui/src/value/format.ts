const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Placeholder for a missing value. */
export const NO_VALUE = '–';

/** `12345.678` as `12,345.68`; null, undefined and NaN as an en dash. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? NO_VALUE : count.format(value);
}

/** `1 event`, `1,204 events`. */
export const formatCounted = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

/** `8_412_000` as `8.4M`, for axes and narrow places only. */
export function formatCompact(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? NO_VALUE : compact.format(value);
}

/** A point in time: ISO 8601 text, epoch milliseconds or a Date. */
export type Moment = string | number | Date;

/** Epoch milliseconds, or null for an invalid or missing time. */
export function epochOf(value: Moment | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const time = value instanceof Date ? value.getTime() : new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}

export interface TimeParts {
  /** `Nov 21`, with the year when it is not the year of `now`. */
  date: string;
  /** `02:14:09`, 24 hours. */
  clock: string;
  /** `Sat, Nov 21, 2026, 02:14:09 GMT+1`, for a tooltip. */
  readonly full: string;
  /** The same in UTC: `Sat, Nov 21, 2026, 01:14:09 UTC`. */
  readonly utc: string;
  /** ISO 8601 in UTC, for `<time dateTime>`. */
  iso: string;
}

export interface TimeOptions {
  /** IANA zone; defaults to the viewer's. */
  timeZone?: string | undefined;
  /** Epoch milliseconds that count as now; decides whether the year is shown. */
  now?: number | undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: constructing a DateTimeFormat costs more than a thousand uses of it. */
function dateTime(kind: string, timeZone: string | undefined, options: Intl.DateTimeFormatOptions) {
  const key = `${kind} ${timeZone ?? ''}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      ...options,
      hourCycle: 'h23',
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    formatters.set(key, found);
  }
  return found;
}

/** The parts of a time as the product prints them, or null for an invalid or missing time. */
export function formatTime(value: Moment | null | undefined, options: TimeOptions = {}): TimeParts | null {
  const time = epochOf(value);
  if (time === null) return null;
  const { timeZone, now = Date.now() } = options;
  const year = dateTime('year', timeZone, { year: 'numeric' });
  const sameYear = year.format(time) === year.format(now);
  const date = sameYear
    ? dateTime('day', timeZone, { month: 'short', day: '2-digit' })
    : dateTime('day-year', timeZone, { month: 'short', day: '2-digit', year: 'numeric' });
  const clock = dateTime('clock', timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const whole = (zone: string | undefined) =>
    dateTime('full', zone, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }).format(time);
  return {
    date: date.format(time),
    clock: clock.format(time),
    // Lazy: only hover cards use these two, and a table formats hundreds of times.
    get full() {
      return whole(timeZone);
    },
    get utc() {
      return whole('UTC');
    },
    iso: new Date(time).toISOString(),
  };
}

const steps: [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number][] = [
  [60_000, 'second', 1_000],
  [3_600_000, 'minute', 60_000],
  [86_400_000, 'hour', 3_600_000],
  [Number.POSITIVE_INFINITY, 'day', 86_400_000],
];
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always', style: 'short' });

/** The time since a moment: `12 sec. ago`, `3 days ago`; `now` within a second either way. */
export function formatAgo(value: Moment | null | undefined, now: number): string {
  const time = epochOf(value);
  if (time === null) return NO_VALUE;
  const passed = time - now;
  if (Math.abs(passed) < 1_000) return 'now';
  const [, unit, size] = steps.find(([limit]) => Math.abs(passed) < limit)!;
  return relative.format(Math.trunc(passed / size), unit);
}
