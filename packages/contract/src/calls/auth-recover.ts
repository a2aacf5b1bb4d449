import { declareCall } from '../call.ts';
import { emailRule } from '../validation/email.ts';
import { z } from '../zod.ts';

/** Mails a link to choose a new password, if the address has an account. Answers the same if it has none. */
export const authRecover = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/recover',
  summary: 'Ask for a password reset',
  tag: 'Authentication',
  input: z.object({ email: emailRule }),
  output: z.object({}),
});
