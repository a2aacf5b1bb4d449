import { expect, test } from 'vitest';
import { isNewer } from './releases.ts';

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.3', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.2.0-beta', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['latest', '0.1.0', false],
  ['0.2.0', 'unknown', false],
])('%s is newer than %s: %s', (a, b, expected) => {
  expect(isNewer(a, b)).toBe(expected);
});
