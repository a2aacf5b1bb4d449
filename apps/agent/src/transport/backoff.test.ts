import { describe, expect, it } from 'vitest';
import { parseRetryAfter, retryDelay } from './backoff.ts';

describe('retryDelay', () => {
  it('doubles from a quarter of a second to a minute, half of it random', () => {
    const most = Array.from({ length: 10 }, (_, attempt) => Math.round(retryDelay(attempt, 0.999999, null)));
    expect(most).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    const least = Array.from({ length: 10 }, (_, attempt) => retryDelay(attempt, 0, null));
    expect(least).toEqual([125, 250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(retryDelay(1_000_000, 0, null)).toBe(30_000);
  });

  it('waits at least as long as the server asks, within a quarter of an hour', () => {
    expect(retryDelay(0, 0, 90_000)).toBe(90_000);
    expect(retryDelay(20, 0, 1_000)).toBe(30_000);
    expect(retryDelay(0, 0, 86_400_000)).toBe(900_000);
  });
});

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-01-05T10:00:00Z');
  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['0', 0],
    [' 120 ', 120_000],
    ['Mon, 05 Jan 2026 10:00:30 GMT', 30_000],
    ['Mon, 05 Jan 2026 09:00:00 GMT', 0],
  ])('%j is %j', (header, milliseconds) => {
    expect(parseRetryAfter(header, now)).toBe(milliseconds);
  });
});
