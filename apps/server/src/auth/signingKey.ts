import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { BetterAuth } from './betterAuth.ts';
import type { AuthQueries } from './database.ts';

/** The keys in the database were encrypted with another secret. */
export class SigningKeyError extends Error {
  override name = 'SigningKeyError';

  constructor(options?: ErrorOptions) {
    super(
      'The authentication secret does not open the keys in this database. It is SCOUT_AUTH_SECRET, else the file auth-secret ' +
        'of the data directory: restore it, or give the former one as SCOUT_AUTH_SECRET_PREVIOUS. To start afresh, delete the ' +
        'rows of auth.keys and auth.jwks, which signs everybody out, and of auth.factors and auth.recovery_codes, which nobody ' +
        'could show any more.',
      options,
    );
  }
}

/** Makes the key that signs access tokens where there is none, and makes sure that ours can be opened. */
export async function requireSigningKey(auth: BetterAuth): Promise<void> {
  try {
    await auth.api.signJWT({ body: { payload: { sub: 'start' } } });
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.includes('decrypt')) throw cause;
    throw new SigningKeyError({ cause });
  }
}

/**
 * Encrypts the keys that sign access tokens with `secret`, whichever of `formerSecrets` they were encrypted with.
 * @returns the secret that opened the newest; undefined when there is no key
 * @throws SigningKeyError when none of them opens one
 */
export async function rewrapSigningKeys(
  db: AuthQueries,
  secret: string,
  formerSecrets: readonly string[],
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('jwks')
    .select(['id', 'private_key'])
    .orderBy('created_at')
    .forUpdate()
    .execute();
  let openedBy: string | undefined;
  for (const { id, private_key } of rows) {
    const found = await openWithAny(JSON.parse(private_key) as string, [secret, ...formerSecrets]);
    if (!found) throw new SigningKeyError();
    openedBy = found.secret;
    if (found.secret === secret) continue;
    await db
      .updateTable('jwks')
      .set({ private_key: await encryptSigningKey(secret, found.text) })
      .where('id', '=', id)
      .execute();
  }
  return openedBy;
}

/** As Better Auth keeps it. @param jwk JSON */
export const encryptSigningKey = async (secret: string, jwk: string): Promise<string> =>
  JSON.stringify(await symmetricEncrypt({ key: secret, data: jwk }));

async function openWithAny(data: string, secrets: readonly string[]) {
  for (const secret of secrets) {
    try {
      return { secret, text: await symmetricDecrypt({ key: secret, data }) };
    } catch {
      // The next may open it.
    }
  }
  return undefined;
}
