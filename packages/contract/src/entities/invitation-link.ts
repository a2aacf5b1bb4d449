import { organizationMessages } from '../validation/organization.ts';
import { z } from '../zod.ts';
import { email } from './fields.ts';

const incomplete = organizationMessages.invitationLinkIncomplete;

/** What a token link carries. */
export const invitationToken = z.object({ token: z.string(incomplete).min(1, incomplete).max(200) });

/** What an email+org link carries. `org` is the organization's id, or its name without regard to case. */
export const invitationAddress = z.object({
  email: z.string(incomplete).min(1, incomplete).pipe(email),
  org: z.string(incomplete).trim().min(1, incomplete).max(200),
});
