import { organizationMessages } from '../validation/organization.ts';
import { z } from '../zod.ts';
import { email, isoTime } from './fields.ts';

/** Only 'open' can be accepted or declined. */
export const invitationStates = ['open', 'accepted', 'declined', 'revoked', 'expired'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** The invitation as shown to the invited person. */
export const invitationDetails = z.object({
  organization: z.string(),
  /** The inviter's name, or address without a name. */
  inviter: z.string(),
  /** Invited address, which must be signed in to accept. */
  email: z.string(),
  status: z.enum(invitationStates),
  expires_at: isoTime,
});
export type Invitation = z.output<typeof invitationDetails>;

const incomplete = organizationMessages.invitationLinkIncomplete;

/** Parameters of a token link. */
export const invitationToken = z.object({ token: z.string(incomplete).min(1, incomplete).max(200) });

/** Parameters of an email+org link. `org` is the organization's id, or its name in any case. */
export const invitationAddress = z.object({
  email: z.string(incomplete).min(1, incomplete).pipe(email),
  org: z.string(incomplete).trim().min(1, incomplete).max(200),
});
