import { declareCall } from '../call.ts';
import { currentPassword } from '../validation/password.ts';
import { z } from '../zod.ts';

/** New recovery codes for the password, shown this once; the ones before are worth nothing from now on. */
export const authRecoveryCodes = declareCall({
  access: 'signed-in',
  method: 'POST',
  path: '/auth/v1/recovery-codes',
  summary: 'Make new recovery codes',
  tag: 'Authentication',
  input: z.object({ current_password: currentPassword }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['not_found', 'wrong_password'],
});
