import { declareCall } from '../call.ts';
import { email } from '../entities/fields.ts';
import { session, user } from '../entities/session.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** Signs in with a password. Also sets the httpOnly session cookie that `auth-session` renews tokens from. */
export const authToken = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/token',
  summary: 'Sign in with e-mail and password',
  tag: 'Authentication',
  inputStructure: 'detailed',
  input: z.object({
    query: z.object({ grant_type: z.string() }),
    body: z.object({
      email,
      password: z.string().min(1, 'Password is required').max(limits.account.passwordMax),
    }),
  }),
  output: z.object({ session, user }),
  errors: ['invalid_login', 'email_not_confirmed', 'unsupported_grant_type'],
});
