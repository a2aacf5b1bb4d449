import type { Row } from './event.ts';

/** Durations in milliseconds. */
export const MINUTE = 60_000;
export const QUARTER = 15 * MINUTE;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Beginning of the day of UTC that a time in epoch milliseconds is in. */
export const dayOf = (time: number): Date => new Date(Math.floor(time / DAY) * DAY);

/** Fields of a row that can hold its time, in the order of specification section 3. */
export const TIME_FIELDS = [
  'timestamp',
  'created_at',
  'occurred_at',
  'event_time',
  'ts',
  'time',
  'ts_ms',
  'ts_s',
  'inserted_at',
] as const;

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?)?\s?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;
const DIGITS = /^\d{1,16}(?:\.\d{1,9})?$/;

/**
 * Epoch milliseconds of a time in an event, or null if it is invalid. Numbers over 1e12 are milliseconds, smaller ones seconds,
 * also as digits in a string. ISO 8601 without an offset is UTC; digits after the millisecond are cut.
 */
export function parseTime(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? fromNumber(value) : null;
  if (typeof value !== 'string') return null;
  const fixed = parseFixed(value);
  if (fixed !== null) return fixed;
  const text = value.trim();
  if (DIGITS.test(text)) return fromNumber(Number(text));
  const parts = ISO.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts;
  const time = utc(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  return time === null ? null : time - offsetOf(zone);
}

/** `time` as ISO with milliseconds, given the value it was parsed from: usually a substring of it, which is cheaper than formatting. */
export function isoTime(time: number, value: unknown): string {
  return typeof value === 'string' && hasFixedForm(value)
    ? `${value.slice(0, 23)}Z`
    : new Date(time).toISOString();
}

/**
 * Epoch milliseconds of a row: its first readable time field, or null. The specification limits the failed-logon view to numbers
 * above 1e9; smaller ones are before 2001, outside every window, so all views read times alike.
 */
export function eventTime(row: Row): number | null {
  for (const field of TIME_FIELDS) {
    const time = parseTime(row[field]);
    if (time !== null) return time;
  }
  return null;
}

/** The usual time format of Windows and Scout: `2026-11-21T08:51:04.851518700Z`. */
function hasFixedForm(text: string): boolean {
  const last = text.length - 1;
  return (
    last >= 23 &&
    last <= 29 &&
    text.charCodeAt(last) === 0x5a &&
    text.charCodeAt(19) === 0x2e &&
    text.charCodeAt(10) === 0x54 &&
    text.charCodeAt(4) === 0x2d &&
    text.charCodeAt(7) === 0x2d &&
    text.charCodeAt(13) === 0x3a &&
    text.charCodeAt(16) === 0x3a
  );
}

/** Reads the fixed format without a regular expression; null for any other text and for an invalid date. */
function parseFixed(text: string): number | null {
  if (!hasFixedForm(text)) return null;
  for (let i = 23; i < text.length - 1; i += 1) if (Number.isNaN(digits(text, i, 1))) return null;
  return utc(
    digits(text, 0, 4),
    digits(text, 5, 2),
    digits(text, 8, 2),
    digits(text, 11, 2),
    digits(text, 14, 2),
    digits(text, 17, 2),
    digits(text, 20, 3),
  );
}

/** The number in `count` digits at `from`; NaN if one of them is not a digit. */
function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let i = from; i < from + count; i += 1) {
    const digit = text.charCodeAt(i) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Rejects invalid dates (including NaN), which Date.UTC would roll over. */
function utc(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms: number,
) {
  const plausible =
    year >= 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    ms <= 999;
  if (!plausible) return null;
  if (day > 28 && day > new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}

function fromNumber(value: number): number {
  return Math.round(value > 1e12 ? value : value * 1000);
}

/** Milliseconds by which a zone is ahead of UTC: 'Z', 'UTC', '+05', '+0530' or '+05:30'. */
function offsetOf(zone: string): number {
  const sign = zone.startsWith('-') ? -1 : zone.startsWith('+') ? 1 : 0;
  if (sign === 0) return 0;
  const figures = zone.replace(':', '').slice(1).padEnd(4, '0');
  return sign * (Number(figures.slice(0, 2)) * 60 + Number(figures.slice(2))) * MINUTE;
}
