import { declareCall } from '../call.ts';
import { userWithMetadata } from '../entities/account.ts';
import { emailRule } from '../validation/email.ts';
import { currentPassword, newPasswordRule } from '../validation/password.ts';
import { z } from '../zod.ts';

const input = z
  .object({
    data: z.object({ alert_recipient_email: emailRule.nullable() }).optional(),
    current_password: currentPassword.optional(),
    password: newPasswordRule.optional(),
  })
  .refine(({ data, password }) => data !== undefined || password !== undefined, 'Nothing to change.')
  .refine(
    ({ password, current_password }) => password === undefined || current_password !== undefined,
    'The current password is required.',
  );

/** Changes the user's metadata, or the password: that asks for the current one and ends every other session. */
export const authUserUpdate = declareCall({
  access: 'signed-in',
  method: 'PATCH',
  path: '/auth/v1/user',
  summary: 'Change the signed-in user',
  tag: 'Authentication',
  input,
  output: userWithMetadata,
  errors: ['common_password', 'wrong_password'],
});
