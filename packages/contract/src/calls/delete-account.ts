import { declareCall } from '../call.ts';
import { currentPassword } from '../validation/password.ts';
import { z } from '../zod.ts';

/**
 * Deletes the signed-in account for good. The last admin of an organization with other active members is refused; who is
 * alone in an organization takes it and its data along.
 */
export const deleteAccount = declareCall({
  access: 'signed-in',
  method: 'POST',
  path: '/functions/v1/delete-account',
  summary: 'Delete the account',
  tag: 'Authentication',
  input: z.object({
    confirm: z.literal('DELETE', 'Type DELETE to confirm.'),
    password: currentPassword,
  }),
  output: z.object({ organization_deleted: z.boolean() }),
  errors: ['wrong_password', 'last_admin'],
});
