import { ORPCError } from '@orpc/client';
import { errors } from '@scout/contract';
import { expect, test } from 'vitest';
import { acceptFailure, closedReason, loadFailure } from './invitation.ts';

const failed = (code: keyof typeof errors) => new ORPCError(code, { ...errors[code] });
const invitation = {
  organization: 'Northwind Bank',
  inviter: 'Ada Reyes',
  email: 'ben@northwind.example',
  expires_at: '2026-11-28T00:00:00.000Z',
};

test.each([
  [failed('not_found'), 'Organization not found', 'Organization not found'],
  [
    failed('internal'),
    'Failed to load invitation details.',
    'Failed to accept invitation. Please try again.',
  ],
  [
    new TypeError('Failed to fetch'),
    'Failed to load invitation details.',
    'Failed to accept invitation. Please try again.',
  ],
  [
    failed('invitation_other_address'),
    errors.invitation_other_address.message,
    errors.invitation_other_address.message,
  ],
])('%s', (error, loading, accepting) => {
  expect(loadFailure(error)).toBe(loading);
  expect(acceptFailure(error)).toBe(accepting);
});

test.each([
  ['open', null],
  ['accepted', 'This invitation has already been accepted.'],
  ['declined', 'This invitation was declined.'],
  ['revoked', 'This invitation was withdrawn or replaced by a newer one.'],
  ['expired', 'This invitation has expired. Ask an admin of the organization for a new one.'],
] as const)('%s', (status, reason) => {
  expect(closedReason({ ...invitation, status })).toBe(reason);
});
