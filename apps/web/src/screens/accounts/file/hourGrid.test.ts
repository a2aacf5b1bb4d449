import { expect, test } from 'vitest';
import { hourGridOf } from './hourGrid.ts';

const now = Date.parse('2026-11-22T16:30:00Z');
const at = (hour: string, done = 1, refused = 0) => ({ hour, done, refused });

test('days and hours are the viewer’s, the newest day last', () => {
  const grid = hourGridOf(
    [at('2026-11-21T23:00:00.000Z', 3), at('2026-11-22T15:00:00.000Z', 1, 4)],
    3,
    now,
    'Europe/Zurich',
  );
  expect(grid).toEqual({
    days: ['Nov 20', 'Nov 21', 'Nov 22'],
    cells: [
      { day: 2, hour: 0, done: 3, refused: 0 },
      { day: 2, hour: 16, done: 1, refused: 4 },
    ],
    most: 5,
  });
});

test('activity before the first day is left out', () => {
  expect(hourGridOf([at('2026-11-01T00:00:00.000Z')], 3, now, 'UTC')).toMatchObject({ cells: [], most: 1 });
});

test('an hour repeated by a clock change is one cell, and its day is listed once', () => {
  const grid = hourGridOf(
    [at('2026-10-25T00:00:00.000Z'), at('2026-10-25T01:00:00.000Z')],
    3,
    Date.parse('2026-10-26T12:00:00Z'),
    'Europe/Zurich',
  );
  expect(grid.days).toEqual(['Oct 24', 'Oct 25', 'Oct 26']);
  expect(grid.cells).toEqual([{ day: 1, hour: 2, done: 2, refused: 0 }]);
});
