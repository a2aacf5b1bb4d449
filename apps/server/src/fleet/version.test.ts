import { expect, test } from 'vitest';
import { isNewer } from './version.ts';

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.3', true],
  ['1.0.0', '0.99.99', true],
  ['v1.2.3', '1.2.2', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0+build7', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['latest', '0.1.0', false],
  ['0.2.0', 'unknown', false],
])('%s is newer than %s: %s', (a, b, expected) => {
  expect(isNewer(a, b)).toBe(expected);
});
