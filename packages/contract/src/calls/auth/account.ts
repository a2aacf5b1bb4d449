import { declareCall } from '../../call.ts';
import { userWithMetadata } from '../../entities/account.ts';
import { emailRule } from '../../validation/email.ts';
import { currentPassword, newPasswordRule } from '../../validation/password.ts';
import { z } from '../../zod.ts';

/** The user behind the access token, and the organizations that an admin has still to let them into, by name. */
export const authUser = declareCall({
  access: 'half-signed-in',
  method: 'GET',
  path: '/auth/v1/user',
  summary: 'The signed-in user',
  tag: 'Authentication',
  input: z.object({}),
  output: userWithMetadata.extend({ awaits: z.array(z.string()) }),
});

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

/** Changes the user's metadata or password. A new password requires the current one and ends every other session. */
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

/**
 * Deletes the signed-in user permanently. Refused for the last admin of an organization with other active members; the only
 * member of an organization deletes it with its data.
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
  errors: ['wrong_password', 'last_admin', 'legal_hold'],
});
