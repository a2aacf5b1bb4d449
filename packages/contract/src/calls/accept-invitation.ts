import { declareCall } from '../call.ts';
import { invitationAddress, invitationToken } from '../entities/invitation-link.ts';
import { z } from '../zod.ts';

/**
 * Accepts an invitation as the signed-in owner of the invited address and makes the membership active. Good once. The
 * access token learns of the organization by sync-claims.
 */
export const acceptInvitation = declareCall({
  access: 'signed-in',
  method: 'POST',
  path: '/functions/v1/accept-invitation',
  summary: 'Accept an invitation',
  tag: 'Organizations',
  input: z.union([invitationToken, invitationAddress]),
  output: z.object({ organization: z.string(), tenant_id: z.uuid() }),
  errors: [
    'not_found',
    'invitation_not_found',
    'invitation_expired',
    'invitation_used',
    'invitation_declined',
    'invitation_revoked',
    'invitation_other_address',
    'other_organization',
  ],
});
