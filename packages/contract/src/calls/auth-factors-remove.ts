import { declareCall } from '../call.ts';
import { currentPassword } from '../validation/password.ts';
import { z } from '../zod.ts';

/**
 * Removes a factor of the user; with the last one go the recovery codes. Who has a verified factor must have shown it. One
 * that counts goes with the password only; a set-up that was never finished needs none.
 */
export const authFactorsRemove = declareCall({
  access: 'half-signed-in',
  method: 'DELETE',
  path: '/auth/v1/factors/{id}',
  summary: 'Remove a second factor',
  tag: 'Authentication',
  input: z.object({ id: z.uuid(), current_password: currentPassword.optional() }),
  output: z.object({ id: z.uuid() }),
  errors: ['not_found', 'second_factor_required', 'password_required', 'wrong_password'],
});
