import { declareCall } from '../call.ts';
import { factor, factorTypes } from '../entities/account.ts';
import { limits } from '../limits.ts';
import { currentPassword } from '../validation/password.ts';
import { z } from '../zod.ts';

/**
 * Begins a second factor, which counts once a code of it was verified. Asks for the
 * password again, and who has a verified factor must have shown it. The secret is answered here and never again.
 */
export const authFactorsEnrol = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/factors',
  summary: 'Set up a second factor',
  tag: 'Authentication',
  input: z.object({
    factor_type: z.enum(factorTypes).default('totp'),
    friendly_name: z
      .string()
      .trim()
      .min(1, 'Give the factor a name')
      .max(limits.secondFactor.friendlyNameMax),
    current_password: currentPassword,
    phone: z.string().max(32).optional(),
  }),
  output: factor.extend({
    totp: z.object({
      /** otpauth:// URI, for a QR code that the page draws itself. */
      uri: z.string(),
      /** Base32, for typing. */
      secret: z.string(),
    }),
  }),
  errors: ['second_factor_required', 'wrong_password', 'phone_factor_unavailable', 'factor_limit'],
});
