import { ORPCError } from '@orpc/client';
import { errors } from '@scout/contract';
import { expect, test } from 'vitest';
import { confirmFailure, linkFailure } from './confirmation.ts';

const failed = (code: keyof typeof errors, { status, message } = errors[code]) =>
  new ORPCError(code, { status, message });

test.each([
  [failed('invalid_code'), 'Invalid or expired code'],
  [
    failed('rate_limited', { status: 429, message: 'Try again in 4 minutes.' } as never),
    'Try again in 4 minutes.',
  ],
  [failed('internal'), 'Verification failed. Please try again.'],
  [new TypeError('Failed to fetch'), 'Verification failed. Please try again.'],
])('a code: %s', (error, sentence) => {
  expect(confirmFailure(error)).toBe(sentence);
});

test.each([
  [failed('invalid_confirmation_link'), 'Email confirmation failed. Please try again.'],
  [failed('internal'), 'An unexpected error occurred. Please try again.'],
  [new TypeError('Failed to fetch'), 'An unexpected error occurred. Please try again.'],
])('a link: %s', (error, sentence) => {
  expect(linkFailure(error)).toBe(sentence);
});
