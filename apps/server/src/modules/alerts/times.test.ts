import { describe, expect, test } from 'vitest';
import { endOfQuiet, nextSummary } from './times.ts';

const night = { from: 22 * 60, to: 6 * 60 };
const lunch = { from: 12 * 60, to: 13 * 60 };
const iso = (time: number) => new Date(time).toISOString();
const quietUntil = (now: string, quiet: typeof night | null, zone: string) =>
  iso(endOfQuiet(Date.parse(now), quiet, zone));

describe('quiet hours', () => {
  test.each([
    ['2026-07-01T20:00:00.000Z', night, 'Europe/Zurich', '2026-07-02T04:00:00.000Z'],
    ['2026-07-02T03:59:59.999Z', night, 'Europe/Zurich', '2026-07-02T04:00:00.000Z'],
    ['2026-07-01T10:30:00.000Z', lunch, 'Europe/Zurich', '2026-07-01T11:00:00.000Z'],
    ['2026-07-01T23:00:00.000Z', night, 'Pacific/Chatham', '2026-07-01T23:00:00.000Z'],
    // The nights of both clock changes.
    ['2026-03-28T23:00:00.000Z', night, 'Europe/Zurich', '2026-03-29T04:00:00.000Z'],
    ['2026-10-24T22:00:00.000Z', night, 'Europe/Zurich', '2026-10-25T05:00:00.000Z'],
    // A local time that does not exist on this day.
    ['2026-03-29T00:30:00.000Z', { from: 0, to: 150 }, 'Europe/Zurich', '2026-03-29T01:30:00.000Z'],
  ])('at %s end by local time', (now, quiet, zone, until) => {
    expect(quietUntil(now, quiet, zone)).toBe(until);
  });

  test.each([
    ['2026-07-01T19:59:59.999Z', night],
    ['2026-07-02T04:00:00.000Z', night],
    ['2026-07-01T09:59:00.000Z', lunch],
    ['2026-07-01T11:00:00.000Z', lunch],
    ['2026-07-01T22:00:00.000Z', null],
    ['2026-07-01T22:00:00.000Z', { from: 60, to: 60 }],
  ])('are not at %s', (now, quiet) => {
    expect(quietUntil(now, quiet, 'Europe/Zurich')).toBe(now);
  });
});

test.each([
  ['2026-07-01T05:59:59.999Z', 'Europe/Zurich', '2026-07-01T06:00:00.000Z'],
  ['2026-07-01T06:00:00.000Z', 'Europe/Zurich', '2026-07-02T06:00:00.000Z'],
  ['2026-10-24T20:00:00.000Z', 'Europe/Zurich', '2026-10-25T07:00:00.000Z'],
  ['2026-07-01T12:00:00.000Z', 'UTC', '2026-07-02T08:00:00.000Z'],
])('the summary after %s in %s comes at %s', (now, zone, due) => {
  expect(iso(nextSummary(Date.parse(now), zone))).toBe(due);
});
