import { declareCall } from '../call.ts';
import { invitationDetails } from '../entities/invitation.ts';
import { invitationToken } from '../entities/invitation-link.ts';

/**
 * The invitation behind a token link. The token is the proof: whoever holds the mail may read what it says.
 */
export const invitation = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/invitation',
  summary: 'The invitation of a token link',
  tag: 'Organizations',
  input: invitationToken,
  output: invitationDetails,
  errors: ['invitation_not_found'],
});
