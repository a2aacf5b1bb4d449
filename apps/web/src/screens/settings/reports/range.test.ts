import { expect, test, vi } from 'vitest';
import { dayOf, defaultRange, rangeProblem, windowOf } from './range.ts';

const noon = new Date(2026, 10, 21, 12).getTime();

test('a day is written as a date field holds it', () => {
  expect(dayOf(new Date(2026, 0, 2, 23, 59).getTime())).toBe('2026-01-02');
});

test('at first a report covers the last 720 hours', () => {
  expect(defaultRange(noon)).toEqual({ from: '2026-10-22', to: '2026-11-21' });
});

test('across the end of summer time 720 hours start a day later, shortly before midnight', () => {
  vi.stubEnv('TZ', 'Europe/Zurich');
  expect(defaultRange(Date.parse('2026-11-21T23:30:00+01:00'))).toEqual({
    from: '2026-10-23',
    to: '2026-11-21',
  });
});

test.each([
  [{ from: '2026-11-21', to: '2026-11-21' }, undefined],
  [{ from: '2026-11-21', to: '2026-11-20' }, 'From must not be later than To.'],
  [{ from: '2026-11-21', to: '2026-11-22' }, 'To must not be later than today.'],
  [{ from: '', to: '2026-11-21' }, 'Choose both days.'],
])('%o', (range, problem) => {
  expect(rangeProblem(range, '2026-11-21')).toBe(problem);
});

test('a range is whole days of the viewer', () => {
  const { from, to } = windowOf({ from: '2026-11-20', to: '2026-11-21' });
  expect(new Date(from)).toEqual(new Date(2026, 10, 20, 0, 0, 0, 0));
  expect(new Date(to)).toEqual(new Date(2026, 10, 21, 23, 59, 59, 999));
});
