import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { invitationFailure } from './invite.ts';

const limited = new ORPCError('rate_limited', {
  status: 429,
  message: 'Rate limited. Try again in a minute.',
});
const broken = new ORPCError('unavailable', { status: 503, message: 'The server is busy.' });

test.each([
  [limited, true, 'Too many invites. Try again in a minute.'],
  [limited, false, 'Too many invites. Try again in a minute.'],
  [broken, true, 'Member was added but invitation email could not be sent. Please contact them directly.'],
  [broken, false, 'Failed to send invitation: The server is busy.'],
])('%s, added %s', (error, added, text) => {
  expect(invitationFailure(error, added)).toBe(text);
});
