import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { accountExists, signUpFailure } from './signUp.ts';

const failed = (code: string, message: string) => new ORPCError(code, { status: 409, message });

test.each([
  [failed('email_exists', 'x'), 'email', accountExists],
  [failed('other', 'User already registered'), 'email', accountExists],
  [failed('other', 'This email already exists.'), 'email', accountExists],
  [failed('domain_mismatch', 'Not your domain.'), 'email', 'Not your domain.'],
  [
    failed(
      'invalid_input',
      'Personal email addresses are not allowed. Please use your company email address.',
    ),
    'email',
    'Personal email addresses are not allowed. Please use your company email address.',
  ],
  [failed('rate_limited', 'Try again in 40 seconds.'), null, 'Try again in 40 seconds.'],
  [failed('internal', 'Something went wrong on our side.'), null, 'Registration failed. Please try again.'],
  [failed('http_error', 'HTTP 502'), null, 'Registration failed. Please try again.'],
  [new TypeError('Failed to fetch'), null, 'Registration failed. Please try again.'],
])('%s', (error, field, message) => {
  expect(signUpFailure(error)).toEqual({ field, message });
});
