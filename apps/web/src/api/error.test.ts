import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { codeOf, messageOf, statusOf } from './error.ts';

const refused = new ORPCError('invalid_login', { status: 400, message: 'Invalid login credentials' });

test("a refusal shows the server's own message", () => {
  expect(messageOf(refused)).toBe('Invalid login credentials');
  expect(codeOf(refused)).toBe('invalid_login');
  expect(statusOf(refused)).toBe(400);
});

test.each([
  [new TypeError('Failed to fetch'), 'Scout could not be reached.'],
  [new DOMException('signal timed out', 'TimeoutError'), 'Scout did not respond in time.'],
  [new Error('No session returned'), 'No session returned'],
  ['thrown text', 'Something went wrong.'],
])('%s has no status: %s', (error, message) => {
  expect(messageOf(error)).toBe(message);
  expect(statusOf(error)).toBeNull();
  expect(codeOf(error)).toBeNull();
});
