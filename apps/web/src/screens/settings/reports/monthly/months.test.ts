import { monthName } from '@scout/contract';
import { expect, test } from 'vitest';
import { monthAt, monthsUpTo } from './months.ts';

test.each([
  ['2026-10-31T23:00:00Z', 'UTC', '2026-10'],
  ['2026-10-31T23:00:00Z', 'Europe/Zurich', '2026-11'],
  ['2026-11-01T03:59:59Z', 'America/New_York', '2026-10'],
])('%s in %s is of %s', (time, timeZone, month) => {
  expect(monthAt(Date.parse(time), timeZone)).toBe(month);
});

test('months count back over the year', () => {
  expect(monthsUpTo('2026-02', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(monthName('2025-12')).toBe('December 2025');
});
