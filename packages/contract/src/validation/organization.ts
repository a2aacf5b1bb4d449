import { z } from '../zod.ts';
import { emailMessages, emailRule } from './email.ts';

/** Texts of spec sections 5 and 8 that say more than an error's own: titles of toasts, and what a link lacks. */
export const organizationMessages = {
  invalidEmailTitle: 'Invalid email',
  invalidEmail: emailMessages.invalid,
  memberExistsTitle: 'Member exists',
  emailExistsTitle: 'Email exists',
  invitationLinkIncomplete: 'Invalid invitation link. Missing required parameters.',
  /** The server's error code of a 429, and the message shown for it. */
  invitationRateLimited: 'Rate limited. Try again in a minute.',
  tooManyInvites: 'Too many invites. Try again in a minute.',
  organizationNotFound: 'Organization not found',
  adminDeclines:
    'You are an admin of this organization by now. Another admin can remove you, or you can delete your account.',
  noSuchMember: 'There is no member with this email in your organization.',
} as const;

/** The address of a member, admin or alert recipient to add: whatever is wrong with it, one sentence says so. */
export const recipientRule = z
  .string()
  .refine((text) => emailRule.safeParse(text).success, organizationMessages.invalidEmail)
  .transform((text) => text.trim().toLowerCase());
