import { describe, expect, it } from 'vitest';
import {
  epochOf,
  formatAgo,
  formatCompact,
  formatCount,
  formatCounted,
  formatTime,
  NO_VALUE,
} from './format.ts';

it('a count agrees with its noun', () => {
  expect([0, 1, 1_204].map((count) => formatCounted(count, 'event'))).toEqual([
    '0 events',
    '1 event',
    '1,204 events',
  ]);
  expect(formatCounted(2, 'entry', 'entries')).toBe('2 entries');
});

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [1_284, '1,284'],
    [222.428_57, '222.43'],
    [8_412_000, '8,412,000'],
    [null, NO_VALUE],
    [undefined, NO_VALUE],
    [Number.NaN, NO_VALUE],
  ])('prints %s as %j', (value, expected) => {
    expect(formatCount(value)).toBe(expected);
  });
});

describe('formatCompact', () => {
  it.each([
    [950, '950'],
    [1_250, '1.3K'],
    [8_412_000, '8.4M'],
    [null, NO_VALUE],
  ])('prints %s as %j', (value, expected) => {
    expect(formatCompact(value)).toBe(expected);
  });
});

describe('formatTime', () => {
  const now = Date.UTC(2026, 10, 21, 12);

  it('prints the day, the time to the second, and the full form', () => {
    expect(formatTime('2026-11-21T02:14:09.500Z', { timeZone: 'UTC', now })).toEqual({
      date: 'Nov 21',
      clock: '02:14:09',
      full: 'Sat, Nov 21, 2026, 02:14:09 UTC',
      utc: 'Sat, Nov 21, 2026, 02:14:09 UTC',
      iso: '2026-11-21T02:14:09.500Z',
    });
  });

  it('follows the zone across midnight, including half-hour offsets', () => {
    const parts = formatTime('2026-11-20T19:00:00Z', { timeZone: 'Asia/Kolkata', now });
    expect(parts).toMatchObject({ date: 'Nov 21', clock: '00:30:00' });
  });

  it('writes midnight as 00, never 24', () => {
    expect(formatTime('2026-11-21T00:00:00Z', { timeZone: 'UTC', now })?.clock).toBe('00:00:00');
  });

  it('adds the year when it is not the current one', () => {
    expect(formatTime('2025-12-31T23:59:59Z', { timeZone: 'UTC', now })?.date).toBe('Dec 31, 2025');
  });

  it('returns null for an invalid time', () => {
    expect(formatTime('yesterday')).toBeNull();
    expect(formatTime(null)).toBeNull();
    expect(formatTime('')).toBeNull();
  });
});

describe('epochOf', () => {
  it('takes text, milliseconds and dates', () => {
    const time = Date.UTC(2026, 0, 1);
    expect([epochOf('2026-01-01T00:00:00Z'), epochOf(time), epochOf(new Date(time))]).toEqual([
      time,
      time,
      time,
    ]);
    expect(epochOf(Number.NaN)).toBeNull();
  });
});

describe('formatAgo', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  it.each([
    [400, 'now'],
    [12_000, '12 sec. ago'],
    [59_999, '59 sec. ago'],
    [60_000, '1 min. ago'],
    [3 * 3_600_000, '3 hr. ago'],
    [2 * 86_400_000, '2 days ago'],
    [-90_000, 'in 1 min.'],
  ])('%i ms before now is %j', (passed, expected) => {
    expect(formatAgo(now - passed, now)).toBe(expected);
  });
});
