import { expect, it } from 'vitest';
import { dayOf } from '../../../view/range.ts';
import { activityDays } from './activityDays.ts';

const DAY = 86_400_000;
const now = Date.now();
const ago = (days: number) => new Date(now - days * DAY).toISOString();

it('counts events by day, with refusals as the marked part, the oldest day first', () => {
  const days = activityDays(
    [
      { hour: ago(0), done: 3, refused: 1 },
      { hour: ago(1), done: 5, refused: 0 },
      // Before the first day.
      { hour: ago(9), done: 100, refused: 0 },
    ],
    3,
    now,
  );
  expect(days).toHaveLength(3);
  expect(days[2]).toEqual({ day: dayOf(now), count: 4, marked: 1 });
  expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(9);
  expect(new Set(days.map(({ day }) => day)).size).toBe(3);
});

it('marks the events of open cases instead of refusals, at most those of the day', () => {
  const hours = [
    { hour: ago(0), done: 3, refused: 1 },
    { hour: ago(1), done: 5, refused: 2 },
  ];
  const inCases = new Map([
    [dayOf(now), 2],
    [dayOf(Date.parse(ago(1))), 9],
  ]);
  expect(activityDays(hours, 2, now, inCases).map(({ marked }) => marked)).toEqual([7, 2]);
});
