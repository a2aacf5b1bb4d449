import { declareCall } from '../../call.ts';
import { isoTime } from '../../entities/fields.ts';
import { invitationAddress, invitationDetails, invitationToken } from '../../entities/invitation.ts';
import { recipientRule } from '../../validation/organization.ts';
import { z } from '../../zod.ts';

/**
 * Mails an invitation to a pending member; a repeated one withdraws the previous one. Responds 429 'Rate limited. Try again in a
 * minute.' The server builds the mail from its own template and data; it accepts and ignores `subject`, `html`, `text` and the
 * names in the body, because section 7 lists them.
 */
export const sendMemberInvitation = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/functions/v1/send-member-invitation',
  summary: 'Email an invitation to a pending member',
  tag: 'Organizations',
  input: z.object({
    to: recipientRule,
    subject: z.string().optional(),
    html: z.string().optional(),
    text: z.string().optional(),
    organizationName: z.string().optional(),
    inviterName: z.string().optional(),
    inviterEmail: z.string().optional(),
  }),
  output: z.object({ email: z.string(), expires_at: isoTime }),
  errors: ['not_found', 'member_exists'],
});

/** The invitation of a token link. The token is sufficient proof of access. */
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

/**
 * The newest invitation of an email+org link. Only for the owner of that address: the response reveals nothing to anybody else,
 * not even whether the organization exists.
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

/**
 * Refuses the organization of an email+org link that does not exist, before anybody has signed in. It tells no more than a sign-up,
 * which says whether a company is new.
 */
export const invitationOrganization = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/invitation-organization',
  summary: 'Whether the organization of an invitation link exists',
  tag: 'Organizations',
  input: invitationAddress.pick({ org: true }),
  output: z.object({}),
  errors: ['not_found'],
});

/**
 * Accepts an invitation as the signed-in owner of the invited address and activates the membership. Works once. Sync-claims adds
 * the organization to the access token.
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

/** Declines an invitation by its token, without signing in; it can no longer be accepted. */
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
