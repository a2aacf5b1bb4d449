import { declareCall } from '../call.ts';
import { invitationAddress } from '../entities/invitation-link.ts';
import { z } from '../zod.ts';

/**
 * Declines the invitation of an email+org link as the signed-in owner of that address.
 */
export const declineInvitationByAddress = declareCall({
  access: 'signed-in',
  method: 'POST',
  path: '/functions/v1/decline-invitation-by-address',
  summary: 'Decline an invitation by email and organization',
  tag: 'Organizations',
  input: invitationAddress,
  output: z.object({ organization: z.string() }),
  errors: [
    'not_found',
    'invitation_expired',
    'invitation_used',
    'invitation_declined',
    'invitation_revoked',
    'member_state',
    'invitation_other_address',
  ],
});
