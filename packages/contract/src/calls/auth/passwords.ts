import { declareCall } from '../../call.ts';
import { emailRule } from '../../validation/email.ts';
import { newPasswordRule } from '../../validation/password.ts';
import { z } from '../../zod.ts';

/** Mails a password reset link if the address belongs to a user. The response is the same in either case. */
export const authRecover = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/recover',
  summary: 'Ask for a password reset',
  tag: 'Authentication',
  input: z.object({ email: emailRule }),
  output: z.object({}),
});

/** Sets a new password and consumes the token of the reset mail. Ends every session of the user. */
export const authResetPassword = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/reset-password',
  summary: 'Choose a new password',
  tag: 'Authentication',
  input: z.object({ token: z.string().min(1).max(128), password: newPasswordRule }),
  output: z.object({}),
  errors: ['common_password', 'invalid_reset_token'],
});
