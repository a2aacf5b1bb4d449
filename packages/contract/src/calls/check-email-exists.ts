import { declareCall } from '../call.ts';
import { emailRule } from '../validation/email.ts';
import { z } from '../zod.ts';

/** Whether a confirmed account has this address: what the sign-up form must say on blur, and nothing more. */
export const checkEmailExists = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/check-email-exists',
  summary: 'Whether an account exists',
  tag: 'Authentication',
  input: z.object({ email: emailRule }),
  output: z.object({ exists: z.boolean() }),
});
