import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { clocks } from '../testing/incidents.ts';
import { QUARTER } from '../time.ts';
import { isTimeZone, trendOf } from './days.ts';

// Node has its own Temporal; browsers without it load the polyfill's implementation, which this file tests.
vi.mock('temporal-polyfill', async () => {
  const { Temporal } = await import('temporal-polyfill/implementation');
  return { Temporal };
});

test('the polyfill is used, not this machine’s Temporal', async () => {
  const { Temporal } = await import('temporal-polyfill');
  expect(Temporal).not.toBe((globalThis as { Temporal?: unknown }).Temporal);
});

test('without Temporal, days begin where Intl says', () => {
  fc.assert(
    fc.property(clocks, fc.array(fc.integer({ min: 0, max: 2_880 }), { maxLength: 30 }), (clock, ago) => {
      const quarters = ago.map((n) => ({
        bucket: Math.floor(clock.now / QUARTER) * QUARTER - n * QUARTER,
        count: 1,
      }));
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone: clock.timeZone,
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        year: 'numeric',
      });
      const dates = quarters.map(({ bucket }) => format.format(bucket));
      for (const { fullDate, y } of trendOf(quarters, clock)) {
        expect(y).toBe(dates.filter((date) => date === fullDate).length);
      }
    }),
  );
});

test('it knows the same time zones', () => {
  expect(['UTC', 'Asia/Kolkata', '+05:30', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
