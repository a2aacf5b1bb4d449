import { declareCall } from '../call.ts';
import { invitationToken } from '../entities/invitation-link.ts';
import { z } from '../zod.ts';

/**
 * Declines an invitation by its token, without an account: it cannot be accepted any more.
 */
export const declineInvitation = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/decline-invitation',
  summary: 'Decline an invitation',
  tag: 'Organizations',
  input: invitationToken,
  output: z.object({ organization: z.string() }),
  errors: [
    'invitation_not_found',
    'invitation_expired',
    'invitation_used',
    'invitation_declined',
    'invitation_revoked',
    'member_state',
  ],
});
