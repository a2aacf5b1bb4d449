import { HOUR } from '@scout/detection/time';
import { expect, test } from 'vitest';
import { daysOf, monthAt, monthBefore, monthOf } from './months.ts';

const iso = (time: number) => new Date(time).toISOString();

test.each([
  ['2026-11', 'UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12', 'Europe/Zurich', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  // Daylight saving begins on the 29th and ends on the 25th.
  ['2026-03', 'Europe/Zurich', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['2026-10', 'Europe/Zurich', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['2028-02', 'Asia/Kathmandu', '2028-01-31T18:15:00.000Z', '2028-02-29T18:15:00.000Z'],
  ['2026-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
  // Clocks went from midnight to one on October 1, 2000: the day begins at one.
  ['2000-10', 'America/Asuncion', '2000-10-01T04:00:00.000Z', '2000-11-01T03:00:00.000Z'],
])('%s in %s', (name, timeZone, from, to) => {
  const month = monthOf(name, timeZone);
  expect([month.name, iso(month.from), iso(month.to)]).toEqual([name, from, to]);
  expect(monthAt(month.from, timeZone)).toEqual(month);
  expect(monthAt(month.to - 1, timeZone)).toEqual(month);
  expect(monthBefore(monthAt(month.to, timeZone))).toEqual(month);
  const days = daysOf(month);
  expect([days[0]!.from, days[0]!.day]).toEqual([month.from, `${name}-01`]);
});

test('a day with a clock change has 23 or 25 hours', () => {
  const hours = (name: string, day: number) => {
    const days = daysOf(monthOf(name, 'Europe/Zurich'));
    return (days[day]!.from - days[day - 1]!.from) / HOUR;
  };
  expect([hours('2026-03', 28), hours('2026-03', 29), hours('2026-10', 25)]).toEqual([24, 23, 25]);
});
