import { declareCall } from '../../call.ts';
import { factor, factorTypes } from '../../entities/account.ts';
import { session, user } from '../../entities/session.ts';
import { limits } from '../../limits.ts';
import { currentPassword } from '../../validation/password.ts';
import { z } from '../../zod.ts';

/** The user's second factors, the oldest first. */
export const authFactorsList = declareCall({
  access: 'half-signed-in',
  method: 'GET',
  path: '/auth/v1/factors',
  summary: 'Second factors',
  tag: 'Authentication',
  input: z.object({}),
  output: z.object({ factors: z.array(factor), recovery_codes_left: z.number().int() }),
});

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

/**
 * Shows a factor: the code of the authenticator app or, for a factor that is verified already, an unused recovery code.
 * The session is marked and its next access token says aal2. The first factor also brings the recovery codes, once.
 */
export const authFactorsVerify = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/factors/{id}/verify',
  summary: 'Verify a second factor',
  tag: 'Authentication',
  input: z.object({
    id: z.uuid(),
    challenge_id: z.string().min(1).max(300),
    code: z.string().trim().min(1).max(64),
  }),
  output: z.object({ session, user, recovery_codes: z.array(z.string()).optional() }),
  errors: ['not_found', 'invalid_factor_code', 'invalid_challenge', 'second_factor_required'],
});

/** Begins an attempt to show a factor. */
export const authFactorsChallenge = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/factors/{id}/challenge',
  summary: 'Challenge a second factor',
  tag: 'Authentication',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    /** For the verify call of the same factor and session. */
    id: z.string(),
    /** Seconds since the epoch. */
    expires_at: z.number().int(),
  }),
  errors: ['not_found'],
});

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
