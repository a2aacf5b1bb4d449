import { declareCall } from '../call.ts';
import { invitationDetails } from '../entities/invitation.ts';
import { invitationAddress } from '../entities/invitation-link.ts';

/**
 * The newest invitation of an email+org link. Only for the person who owns that address: anybody else learns nothing, not
 * even whether the organization exists.
 */
export const invitationByAddress = declareCall({
  access: 'signed-in',
  method: 'POST',
  path: '/functions/v1/invitation-by-address',
  summary: 'The invitation of an email and organization link',
  tag: 'Organizations',
  input: invitationAddress,
  output: invitationDetails,
  errors: ['not_found', 'invitation_other_address'],
});
