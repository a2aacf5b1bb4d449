import { limits } from '@scout/contract';
import { expect, test } from 'vitest';
import { timeLeft } from './countdown.ts';

const target = Date.parse(limits.launchCountdown);

test.each([
  ['2025-09-14T23:59:59.000Z', { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  ['2025-09-12T20:58:57.500Z', { days: 2, hours: 3, minutes: 1, seconds: 2 }],
  ['2024-09-15T00:00:00.000Z', { days: 365, hours: 0, minutes: 0, seconds: 0 }],
  ['2025-09-15T00:00:00.000Z', { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  ['2026-11-21T10:00:00.000Z', { days: 0, hours: 0, minutes: 0, seconds: 0 }],
])('at %s', (now, left) => expect(timeLeft(target, Date.parse(now))).toEqual(left));
