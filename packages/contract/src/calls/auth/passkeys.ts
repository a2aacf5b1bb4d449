import { declareCall } from '../../call.ts';
import { passkey } from '../../entities/account.ts';
import { session, user } from '../../entities/session.ts';
import { limits } from '../../limits.ts';
import { currentPassword } from '../../validation/password.ts';
import { z } from '../../zod.ts';

const { friendlyNameMax, credentialIdMax, partMax } = limits.passkeys;

const credentialId = z
  .string()
  .max(credentialIdMax)
  .regex(/^[\w-]+$/);
const part = z
  .string()
  .max(partMax)
  .regex(/^[\w-]*$/);

/** What navigator.credentials.create and get are called with, as JSON of WebAuthn. */
const options = z.looseObject({ challenge: z.string() });

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

/** An authenticator's answer to a new passkey. */
const created = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.array(z.string().min(1).max(20)).max(10).optional(),
  }),
});

export type CreatedPasskey = z.input<typeof created>;

/** An authenticator's answer to a challenge. */
const proof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.optional(),
  }),
});

export type PasskeyProof = z.input<typeof proof>;

const friendlyName = z.string().trim().min(1, 'Give the passkey a name').max(friendlyNameMax);

/** The user's passkeys, the oldest first. */
export const authPasskeysList = declareCall({
  access: 'half-signed-in',
  method: 'GET',
  path: '/auth/v1/passkeys',
  summary: 'Passkeys',
  tag: 'Authentication',
  input: z.object({}),
  output: z.array(passkey),
});

/** Begins to add a passkey. Requires the password and, if the user has a second factor, proof of it. */
export const authPasskeysAddOptions = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/passkeys/options',
  summary: 'Begin to add a passkey',
  tag: 'Authentication',
  input: z.object({ current_password: currentPassword }),
  output: options,
  errors: ['second_factor_required', 'wrong_password', 'passkey_limit'],
});

/** Adds the passkey that an authenticator created. The user's first second factor also returns the recovery codes, once. */
export const authPasskeysAdd = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/passkeys',
  summary: 'Add a passkey',
  tag: 'Authentication',
  input: z.object({ friendly_name: friendlyName, credential: created }),
  output: z.object({ passkey, session, user, recovery_codes: z.array(z.string()).optional() }),
  errors: ['second_factor_required', 'invalid_challenge', 'invalid_passkey', 'passkey_limit'],
});

/** Renames a passkey. */
export const authPasskeysRename = declareCall({
  access: 'signed-in',
  method: 'PATCH',
  path: '/auth/v1/passkeys/{id}',
  summary: 'Rename a passkey',
  tag: 'Authentication',
  input: z.object({ id: z.uuid(), friendly_name: friendlyName }),
  output: passkey,
  errors: ['not_found'],
});

/** Removes a passkey; removing the last second factor also removes the recovery codes. */
export const authPasskeysRemove = declareCall({
  access: 'half-signed-in',
  method: 'DELETE',
  path: '/auth/v1/passkeys/{id}',
  summary: 'Remove a passkey',
  tag: 'Authentication',
  input: z.object({ id: z.uuid(), current_password: currentPassword }),
  output: z.object({ id: z.uuid() }),
  errors: ['not_found', 'second_factor_required', 'wrong_password'],
});

/** Begins to show a passkey as the second factor. */
export const authPasskeysProveOptions = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/passkeys/prove-options',
  summary: 'Begin to show a passkey as second factor',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: options,
  errors: ['not_found'],
});

/** Shows a passkey as the second factor. The session's next access token carries aal2. */
export const authPasskeysProve = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/passkeys/prove',
  summary: 'Show a passkey as second factor',
  tag: 'Authentication',
  input: z.object({ credential: proof }),
  output: z.object({ session, user }),
  errors: ['invalid_challenge', 'invalid_passkey'],
});

/** Begins a sign-in with a passkey alone. The answer names no passkey, so that it tells nothing about anyone. */
export const authPasskeySignInOptions = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/passkey-sign-in/options',
  summary: 'Begin a sign-in with a passkey',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: options,
});

/** Signs in with a passkey alone, which must have verified its user: it counts as both factors. */
export const authPasskeySignIn = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/passkey-sign-in',
  summary: 'Sign in with a passkey',
  tag: 'Authentication',
  input: z.object({ credential: proof }),
  output: z.object({ session, user }),
  errors: ['invalid_challenge', 'invalid_passkey', 'sso_required'],
});
