import { declareCall } from '../../call.ts';
import { activeSession } from '../../entities/account.ts';
import { email } from '../../entities/fields.ts';
import { session, user } from '../../entities/session.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

/** Signs in with a password. Also sets the httpOnly session cookie that `auth-session` uses to renew tokens. */
export const authToken = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/token',
  summary: 'Sign in with email and password',
  tag: 'Authentication',
  inputStructure: 'detailed',
  input: z.object({
    query: z.object({ grant_type: z.string() }),
    body: z.object({
      email,
      password: z.string().min(1, 'Password is required').max(limits.user.passwordMax),
    }),
  }),
  output: z.object({ session, user }),
  errors: ['invalid_login', 'email_not_confirmed', 'unsupported_grant_type', 'sso_required'],
});

/** Returns a fresh access token for the session cookie; both null without a session. */
export const authSession = declareCall({
  access: 'visitor',
  method: 'GET',
  path: '/auth/v1/session',
  summary: 'The session of the cookie, with a fresh access token',
  tag: 'Authentication',
  input: z.object({}),
  output: z.object({ session: session.nullable(), user: user.nullable() }),
});

/**
 * Ends the session of the cookie and clears it; no effect without a session. `continue_at`: where the browser ends the session of the
 * identity provider that began it.
 */
export const authLogout = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/logout',
  summary: 'Sign out',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: z.object({ continue_at: z.string().nullable() }),
});

/**
 * Reports that the browser's last tab is closing: the session ends in half a minute unless `auth-session` is called before, as a
 * page reload does. No effect without a session.
 */
export const authLeave = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/leave',
  summary: 'Leave: end the session soon',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: z.object({}),
});

/** The user's active sessions, the current one first. */
export const authSessionsList = declareCall({
  access: 'signed-in',
  method: 'GET',
  path: '/auth/v1/sessions',
  summary: 'Active sessions',
  tag: 'Authentication',
  input: z.object({}),
  output: z.array(activeSession),
});

/** Ends one session of the user. */
export const authSessionsEnd = declareCall({
  access: 'signed-in',
  method: 'DELETE',
  path: '/auth/v1/sessions/{id}',
  summary: 'End a session',
  tag: 'Authentication',
  input: z.object({ id: z.string().min(1).max(64) }),
  output: z.object({}),
  errors: ['not_found'],
});

/** Ends all other sessions of the user. */
export const authSessionsEndOthers = declareCall({
  access: 'signed-in',
  method: 'DELETE',
  path: '/auth/v1/sessions',
  summary: 'Sign out everywhere else',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: z.object({ ended: z.number().int() }),
});

/** Returns a fresh access token with claims of the current membership and role. */
export const syncClaims = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/functions/v1/sync-claims',
  summary: 'Renew the claims of the access token',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: z.object({ session }),
});

/** Public keys that verify access tokens (RFC 7517). */
export const jwks = declareCall({
  access: 'visitor',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The key set of access tokens',
  tag: 'Authentication',
  input: z.object({}),
  output: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) }),
});
