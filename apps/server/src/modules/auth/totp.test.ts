import { limits } from '@scout/contract';
import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import { newTotpSecret, stepOfCode, totpForApp } from './totp.ts';

const NOW = Date.parse('2026-11-25T12:00:10Z');
const stepMs = limits.secondFactor.periodSeconds * 1000;

test.each([
  [-3, false],
  [-2, true],
  [0, true],
  [2, true],
  [3, false],
])('a code of %i steps from now: accepted %s', (steps, isAccepted) => {
  const secret = newTotpSecret();
  const timestamp = NOW + steps * stepMs;
  const code = URI.parse(totpForApp(secret, 'ada@northwind.example').uri).generate({ timestamp });
  const accepted = stepOfCode(secret, code, NOW);
  expect(accepted).toBe(isAccepted ? Math.floor(timestamp / stepMs) : undefined);
});
