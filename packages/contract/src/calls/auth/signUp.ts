import { declareCall } from '../../call.ts';
import { memberStatuses } from '../../entities/member.ts';
import { session, user } from '../../entities/session.ts';
import { limits } from '../../limits.ts';
import { confirmationCodeRule } from '../../validation/confirmationCode.ts';
import { companyEmailRule, emailRule } from '../../validation/email.ts';
import { signUpBody } from '../../validation/signUp.ts';
import { z } from '../../zod.ts';

/**
 * Creates a user with an unconfirmed address and mails a code and link. Confirmation creates the membership. An unconfirmed
 * address may sign up again; each mail confirms the values entered with it.
 */
export const authSignup = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/signup',
  summary: 'Sign up',
  tag: 'Authentication',
  input: signUpBody,
  output: z.object({ user, session: z.null() }),
  errors: ['common_password', 'email_exists', 'domain_mismatch'],
});

/** The mailed code with the address, or the token from the mailed link. */
const input = z.union([
  z.object({ email: emailRule, token: confirmationCodeRule, type: z.literal('signup') }),
  z.object({ token_hash: z.string().min(1).max(128), type: z.enum(['signup', 'email']) }),
]);

/** Confirms an address and signs in. Using the code or the link invalidates both. */
export const authVerify = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/verify',
  summary: 'Confirm an address by code or link',
  tag: 'Authentication',
  input,
  output: z.object({ session, user }),
  errors: ['invalid_code', 'invalid_confirmation_link', 'sso_required'],
});

/** Mails a new code and link to an unconfirmed address. The response is the same for every address. */
export const authResend = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/resend',
  summary: 'Resend the confirmation email',
  tag: 'Authentication',
  input: z.object({ type: z.literal('signup'), email: emailRule }),
  /** Seconds until the next permitted request; earlier requests get 429 with Retry-After. */
  output: z.object({ retry_after: z.number().int() }),
});

/** True when a confirmed user has this address: the sign-up form shows it on blur; the call discloses nothing else. */
export const checkEmailExists = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/check-email-exists',
  summary: 'Whether an account exists',
  tag: 'Authentication',
  input: z.object({ email: emailRule }),
  output: z.object({ exists: z.boolean() }),
});

/**
 * Text for the sign-up form under the company field: the company that the address's domain joins, or the result of checking the
 * entered name (new, or another domain's). Never a list of members or addresses.
 */
export const signupLookup = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/signup-lookup',
  summary: 'The company of a sign-up',
  tag: 'Authentication',
  input: z.object({
    email: companyEmailRule,
    company_name: z.string().trim().max(limits.user.nameMax).optional(),
    /** True when the person declined the company offered for the domain: the entered name decides. */
    other_company: z.boolean().default(false),
  }),
  output: z.object({
    /** Name to fill in and lock; null unless `company` is 'join'. */
    company_name: z.string().nullable(),
    /** Null until a company name can be evaluated. */
    company: z.enum(['new', 'join', 'domain-mismatch']).nullable(),
    /** Status after joining: active immediately, or pending until an admin approves. Null unless `company` is 'join'. */
    admission: z.enum(memberStatuses).nullable(),
    /** True when the domain is not verified by DNS as this company's: the person may found another company. */
    optional: z.boolean(),
  }),
});
