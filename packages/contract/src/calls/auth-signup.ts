import { declareCall } from '../call.ts';
import { user } from '../entities/session.ts';
import { signUpBody } from '../validation/signUp.ts';
import { z } from '../zod.ts';

/**
 * Makes an account whose address is still to be confirmed, and mails its code and link. Membership comes with the
 * confirmation. An address that was never confirmed may sign up again; each mail confirms what was entered with it.
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
