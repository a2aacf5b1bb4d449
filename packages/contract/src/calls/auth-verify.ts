import { declareCall } from '../call.ts';
import { session, user } from '../entities/session.ts';
import { confirmationCodeRule } from '../validation/confirmationCode.ts';
import { emailRule } from '../validation/email.ts';
import { z } from '../zod.ts';

/** What was mailed: the code, with the address; or the link's token. */
const input = z.union([
  z.object({ email: emailRule, token: confirmationCodeRule, type: z.literal('signup') }),
  z.object({ token_hash: z.string().min(1).max(128), type: z.enum(['signup', 'email']) }),
]);

/** Confirms an address and signs in. The code and the link of a mail are spent together. */
export const authVerify = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/verify',
  summary: 'Confirm an address by code or link',
  tag: 'Authentication',
  input,
  output: z.object({ session, user }),
  errors: ['invalid_code', 'invalid_confirmation_link'],
});
