import { z } from '../zod.ts';
import { emailMessages, emailRule } from './email.ts';

/** Texts of spec sections 5 and 8 in addition to error messages: titles of toasts, and missing parts of a link. */
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

/** Address of a member, admin or alert recipient to add; one message covers every fault. */
export const recipientRule = z
  .string()
  .refine((text) => emailRule.safeParse(text).success, organizationMessages.invalidEmail)
  .transform((text) => text.trim().toLowerCase());
