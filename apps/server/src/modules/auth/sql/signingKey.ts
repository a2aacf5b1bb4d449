import { createHash } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { exportJWK, generateKeyPair } from 'jose';
import type { AuthQueries } from '../database.ts';

/** The keys in the database were encrypted with a different secret. */
export class SigningKeyError extends Error {
  override name = 'SigningKeyError';

  constructor(options?: ErrorOptions) {
    super(
      'The authentication secret does not open the keys in this database. It is SCOUT_AUTH_SECRET, else the file auth-secret ' +
        'of the data directory: restore it, or give the former one as SCOUT_AUTH_SECRET_PREVIOUS. To start afresh, delete the ' +
        'rows of auth.keys and auth.jwks, which signs everyone out, and of auth.factors and auth.recovery_codes, which nobody ' +
        'could use anymore.',
      options,
    );
  }
}

/** Creates the signing key of access tokens in a database without one. */
export async function ensureSigningKey(db: AuthQueries, secret: string, now: number): Promise<void> {
  const existing = await db.selectFrom('jwks').select('id').limit(1).executeTakeFirst();
  if (!existing) await addSigningKey(db, secret, now);
}

/**
 * Adds an Ed25519 key.
 * @param from when it begins to sign, epoch milliseconds
 * @returns its id, the `kid` of tokens
 */
export async function addSigningKey(db: AuthQueries, secret: string, from: number): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const id = crypto.randomUUID();
  await db
    .insertInto('jwks')
    .values({
      id,
      public_key: JSON.stringify(await exportJWK(publicKey)),
      private_key: encryptSigningKey(secret, JSON.stringify(await exportJWK(privateKey))),
      created_at: new Date(from),
      expires_at: null,
      alg: 'EdDSA',
      crv: 'Ed25519',
    })
    .execute();
  return id;
}

/**
 * Re-encrypts the signing keys of access tokens from any of `formerSecrets` to `secret`.
 * @throws SigningKeyError when none of them opens a key
 */
export async function rewrapSigningKeys(
  db: AuthQueries,
  secret: string,
  formerSecrets: readonly string[],
): Promise<void> {
  const rows = await db.selectFrom('jwks').select(['id', 'private_key']).forUpdate().execute();
  for (const { id, private_key } of rows) {
    const found = openWithAny(private_key, [secret, ...formerSecrets]);
    if (!found) throw new SigningKeyError();
    if (found.secret === secret) continue;
    await db
      .updateTable('jwks')
      .set({ private_key: encryptSigningKey(secret, found.jwk) })
      .where('id', '=', id)
      .execute();
  }
}

/** XChaCha20-Poly1305 under the SHA-256 of a secret, with a nonce prefix. */
const cipherOf = (secret: string) =>
  managedNonce(xchacha20poly1305)(createHash('sha256').update(secret).digest());

/** A private key as stored in `auth.jwks`: a JSON string of hexadecimal digits. @param jwk JSON */
export const encryptSigningKey = (secret: string, jwk: string): string =>
  JSON.stringify(Buffer.from(cipherOf(secret).encrypt(Buffer.from(jwk))).toString('hex'));

/** The JSON of a key from {@link encryptSigningKey}. @throws Error with a different secret */
export const decryptSigningKey = (secret: string, stored: string): string =>
  Buffer.from(cipherOf(secret).decrypt(Buffer.from(JSON.parse(stored) as string, 'hex'))).toString('utf8');

function openWithAny(stored: string, secrets: readonly string[]) {
  for (const secret of secrets) {
    try {
      return { secret, jwk: decryptSigningKey(secret, stored) };
    } catch {
      // The next secret may open it.
    }
  }
  return undefined;
}
