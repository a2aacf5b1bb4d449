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
 * Starts setting up a second factor, which counts only after verification of a code. Requires the password and, if the user has a
 * verified factor, proof of it. Only this response contains the secret.
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
      /** otpauth:// URI for a QR code drawn by the page. */
      uri: z.string(),
      /** Base32, for manual entry. */
      secret: z.string(),
    }),
  }),
  errors: ['second_factor_required', 'wrong_password', 'phone_factor_unavailable', 'factor_limit'],
});

/**
 * Verifies a factor: a code from the authenticator app or, for an already verified factor, an unused recovery code. The session's
 * next access token carries aal2. The first factor also returns the recovery codes, once.
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

/** Starts a verification attempt for a factor. */
export const authFactorsChallenge = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/factors/{id}/challenge',
  summary: 'Challenge a second factor',
  tag: 'Authentication',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    /** Passed to the verify call of the same factor and session. */
    id: z.string(),
    /** Seconds since the epoch. */
    expires_at: z.number().int(),
  }),
  errors: ['not_found'],
});

/**
 * Removes a factor; removing the last one also removes the recovery codes. With a verified factor, the session must have proved
 * it. Removing a verified factor requires the password; an unfinished setup does not.
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

/** Creates new recovery codes after a password check and shows them once; earlier codes become invalid. */
export const authRecoveryCodes = declareCall({
  access: 'signed-in',
  method: 'POST',
  path: '/auth/v1/recovery-codes',
  summary: 'Create new recovery codes',
  tag: 'Authentication',
  input: z.object({ current_password: currentPassword }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['not_found', 'wrong_password'],
});
