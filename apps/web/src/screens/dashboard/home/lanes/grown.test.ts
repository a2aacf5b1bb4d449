import { expect, test } from 'vitest';
import { grownMarks } from './grown.ts';

const track = (...all: number[]) => ({ all, of_case: all.map(() => 0) });
const none = track(0, 0, 0);
const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
const before = { lane: { refused: track(0, 2, 5), 'signed-in': track(1, 1, 1), client: none }, days };

test('a day with more events than before has grown', () => {
  const lane = { ...before.lane, refused: track(0, 2, 6), client: track(0, 1, 0) };
  expect(grownMarks(before, { lane, days })).toEqual([
    { track: 'refused', day: 2 },
    { track: 'client', day: 1 },
  ]);
});

test('nothing has grown without new events, also where fewer are stored', () => {
  expect(grownMarks(before, before)).toEqual([]);
  expect(grownMarks(before, { lane: { ...before.lane, refused: none }, days })).toEqual([]);
});

test('days keep their counts when a new day begins', () => {
  const lane = { refused: track(2, 5, 1), 'signed-in': track(1, 1, 0), client: none };
  expect(grownMarks(before, { lane, days: [...days.slice(1), '2026-11-23'] })).toEqual([
    { track: 'refused', day: 2 },
  ]);
});
