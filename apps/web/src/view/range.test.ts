import { describe, expect, it } from 'vitest';
import {
  dayOf,
  daysProblem,
  isDay,
  labelOf,
  startOfDay,
  windowOf,
  windowOfDay,
  withinWords,
} from './range.ts';

const noon = startOfDay('2026-11-21') + 12 * 3_600_000;
const start = (day: string) => new Date(startOfDay(day)).toISOString();

describe('the window of a range', () => {
  it('is the server’s default for the last 30 days: 720 hours that end now', () => {
    expect(windowOf('30d', noon)).toEqual({});
  });

  it('is whole days of the viewer that end now for the other presets', () => {
    expect(windowOf('1d', noon)).toEqual({ from: start('2026-11-21') });
    expect(windowOf('7d', noon)).toEqual({ from: start('2026-11-15') });
    expect(windowOf('365d', noon)).toEqual({ from: start('2025-11-22') });
  });

  it('is both chosen days to their last millisecond, and ends now when the last is today', () => {
    expect(windowOf({ from: '2026-10-24', to: '2026-10-25' }, noon)).toEqual({
      from: start('2026-10-24'),
      to: new Date(startOfDay('2026-10-26') - 1).toISOString(),
    });
    expect(windowOf({ from: '2026-11-20', to: '2026-11-21' }, noon)).toEqual({ from: start('2026-11-20') });
    expect(windowOfDay('2026-11-18').from).toBe(start('2026-11-18'));
  });
});

it('a day is a valid calendar day', () => {
  expect(['2026-11-21', '2024-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '26-11-21', '2026-11-21T00:00', ''].some(isDay)).toBe(false);
  expect(dayOf(startOfDay('2026-11-21', -21))).toBe('2026-10-31');
});

it.each([
  [{ from: '', to: '2026-11-21' }, 'Choose both days.'],
  [{ from: '2026-11-21', to: '2026-11-20' }, 'From must not be later than To.'],
  [{ from: '2026-11-21', to: '2026-11-22' }, 'To must not be later than today.'],
  [{ from: '2025-11-21', to: '2026-11-21' }, 'Events are kept for 365 days.'],
  [{ from: '2025-11-22', to: '2026-11-21' }, undefined],
])('%j: %s', (days, problem) => {
  expect(daysProblem(days, noon, 365)).toBe(problem);
});

it('an organization that keeps events for longer may ask for more days', () => {
  const days = { from: '2025-01-01', to: '2026-11-21' };
  expect(daysProblem(days, noon, 730)).toBeUndefined();
  expect(daysProblem(days, noon, 400)).toBe('Events are kept for 400 days.');
});

it('labels', () => {
  expect([labelOf('7d'), withinWords('7d')]).toEqual(['Last 7 days', 'in the last 7 days']);
  expect(withinWords({ from: '2020-10-01', to: '2020-10-15' })).toBe('from Oct 01, 2020 to Oct 15, 2020');
  expect(withinWords({ from: '2020-10-01', to: '2020-10-01' })).toBe('on Oct 01, 2020');
});
