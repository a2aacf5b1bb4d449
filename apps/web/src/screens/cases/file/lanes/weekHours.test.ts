import { expect, test } from 'vitest';
import { weekHoursOf, weekText } from './weekHours.ts';

const sunday = Date.parse('2026-11-22T22:00Z');

test('hours are those of the week in the viewer’s zone', () => {
  const hours = weekHoursOf(
    sunday,
    [
      [0, 1],
      [1, 2],
      [1 + 7 * 24, 3],
    ],
    [[1, 9]],
    'Europe/Zurich',
  );
  expect(hours).toEqual([
    { day: 6, hour: 23, ofCase: 1, usual: 0 },
    { day: 0, hour: 0, ofCase: 5, usual: 9 },
  ]);
  expect(weekText(hours)).toBe(
    'This case falls in 2 hours of the week; the account is otherwise active in 1 of them.',
  );
});

test('either alone is reported as such', () => {
  expect(weekText(weekHoursOf(sunday, [[0, 1]], [], 'UTC'))).toBe(
    'This case falls in 1 hour of the week; the account has no other activity.',
  );
  expect(weekText(weekHoursOf(sunday, [[0, 1]], [[0, 4]], 'UTC'))).toBe(
    'This case falls in 1 hour of the week, in which the account is otherwise active, too.',
  );
  expect(weekText([])).toBe('The account is active in 0 hours of the week; the case has no events.');
});
