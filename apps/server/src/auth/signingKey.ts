import type { BetterAuth } from './betterAuth.ts';

/** The keys in the database were encrypted with another secret. */
export class SigningKeyError extends Error {
  override name = 'SigningKeyError';
}

/**
 * Makes the key that signs access tokens, or makes sure that ours can be opened, so that a lost secret is said at the
 * start and not at somebody's sign-in.
 * @throws SigningKeyError
 */
export async function requireSigningKey(auth: BetterAuth): Promise<void> {
  try {
    await auth.api.signJWT({ body: { payload: { sub: 'start' } } });
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.includes('decrypt')) throw cause;
    throw new SigningKeyError(
      'The auth secret does not open the signing keys in this database. It is the file auth-secret of the data ' +
        'directory, or follows from the password in DATABASE_URL: restore the one, or set SCOUT_AUTH_SECRET to what ' +
        'it was before. To start afresh, delete the rows of auth.jwks, which signs everybody out, and of auth.factors, ' +
        'which nobody could show any more.',
      { cause },
    );
  }
}
