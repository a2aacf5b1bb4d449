import { organizationMessages } from '@scout/contract';
import { messageOf, statusOf } from '../../../api/error.ts';

const notSent = 'Member was added but invitation email could not be sent. Please contact them directly.';

/** What is said when an invitation could not be sent (spec section 8). */
export function invitationFailure(error: unknown, added: boolean): string {
  if (statusOf(error) === 429) return organizationMessages.tooManyInvites;
  return added ? notSent : `Failed to send invitation: ${messageOf(error)}`;
}
