import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** Only 'open' can be accepted or declined. */
export const invitationStates = ['open', 'accepted', 'declined', 'revoked', 'expired'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** What the invited person is shown. */
export const invitationDetails = z.object({
  organization: z.string(),
  /** The inviter's name, or the address without one. */
  inviter: z.string(),
  /** The address that was invited, and that has to be signed in to accept. */
  email: z.string(),
  status: z.enum(invitationStates),
  expires_at: isoTime,
});
export type Invitation = z.output<typeof invitationDetails>;
