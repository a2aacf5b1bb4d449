import { expect, test } from 'vitest';
import { sparkDays, sparkOf } from './HomeStats.tsx';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const hoursAgo = (hours: number) => ({ time: new Date(now - hours * 3_600_000).toISOString() });

test('counts by 24 hours back from now, the newest last', () => {
  const spark = sparkOf([hoursAgo(0), hoursAgo(23), hoursAgo(24), hoursAgo(719)], 4, now);
  expect(spark).toHaveLength(sparkDays);
  expect([spark?.[29], spark?.[28], spark?.[0]]).toEqual([2, 1, 1]);
});

test('omits times outside the window', () => {
  expect(sparkOf([hoursAgo(-1), hoursAgo(721)], 2, now)?.every((count) => count === 0)).toBe(true);
});

test('is null when the times are incomplete', () => {
  expect(sparkOf([hoursAgo(1)], 2, now)).toBeNull();
});
