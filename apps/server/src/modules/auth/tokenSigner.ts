import { importJWK, type JWTPayload, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { tokenIssuer } from './accessToken.ts';
import type { AuthQueries } from './database.ts';
import { decryptSigningKey, ensureSigningKey } from './sql/signingKey.ts';

/** Signs the claims of an access token, `iat` and `exp` included. */
export type SignToken = (claims: JWTPayload) => Promise<string>;

/**
 * Signs with the newest active key, read for each token: a rotation takes effect on every server at once. Creates a key if all
 * were deleted.
 */
export function createTokenSigner(db: AuthQueries, authSecret: string, clock: Clock): SignToken {
  return async (claims) => {
    let row = await currentKey(db, clock.now()).executeTakeFirst();
    if (!row) {
      await ensureSigningKey(db, authSecret, clock.now());
      row = await currentKey(db, clock.now()).executeTakeFirstOrThrow();
    }
    const key = await importJWK(JSON.parse(decryptSigningKey(authSecret, row.private_key)), 'EdDSA');
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: row.id })
      .setIssuer(tokenIssuer)
      .setAudience(tokenIssuer)
      .sign(key);
  };
}

/** A key signs from its `created_at` on, which is in the future until other servers have read it; if all are, the first one signs. */
function currentKey(db: AuthQueries, now: number) {
  const time = sql`${new Date(now)}::timestamptz`;
  return db
    .selectFrom('jwks')
    .select(['id', 'private_key'])
    .orderBy(sql`created_at > ${time}`)
    .orderBy(sql`abs(extract(epoch FROM created_at - ${time}))`)
    .limit(1);
}
