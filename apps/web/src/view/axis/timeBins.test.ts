import { expect, test } from 'vitest';
import { binsOf, edgeAt, ticksOf, timeAt, timeScale, xOf } from './timeBins.ts';

const hour = 3_600_000;
const from = Date.parse('2026-11-10T10:00Z');
const to = from + 20 * 24 * hour;
const zurich = hour;

test('a bin is wide enough to be seen, and starts at midnight in the viewer’s zone', () => {
  const scale = timeScale(from, to, 700, zurich);
  expect(scale).toMatchObject({ binHours: 6, shift: 5 });
  expect(timeScale(from, to, 7000, zurich).binHours).toBe(1);
  expect(timeScale(from, to, 60, zurich).binHours).toBe(24);
  // 11:00 in Zurich is in the bin starting at 06:00, 12:00 in the next.
  const bins = binsOf(scale, [
    [0, 2],
    [1, 3],
    [2, 4],
  ]);
  expect(bins.map(({ events }) => events)).toEqual([2, 7]);
  expect(new Date(bins[1]!.from).toISOString()).toBe('2026-11-10T11:00:00.000Z');
  expect(bins.reduce((sum, { events }) => sum + events, 0)).toBe(9);
});

test('a pixel maps to the nearest edge of a bin, and never outside', () => {
  const scale = timeScale(from, to, 700, zurich);
  expect(timeAt(scale, -50)).toBe(from);
  expect(timeAt(scale, 9000)).toBe(to);
  expect((timeAt(scale, 333) + zurich) % (6 * hour)).toBe(0);
  expect(edgeAt(scale, from + hour + 1)).toBe(from + hour);
  expect([xOf(scale, from - 1), xOf(scale, to + 1)]).toEqual([0, 700]);
});

test('labels have room, and are at midnights', () => {
  const scale = timeScale(from, to, 700, zurich);
  const ticks = ticksOf(scale, zurich);
  expect(ticks.every((time) => (time + zurich) % (24 * hour) === 0)).toBe(true);
  expect(ticks.length).toBeLessThanOrEqual(10);
  expect(ticksOf(timeScale(from, from + hour, 700, zurich), zurich)).toEqual([from]);
});
