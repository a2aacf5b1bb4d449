import { type Claims, claims } from '@scout/contract';
import { createLocalJWKSet, type JWK, errors as jose, jwtVerify } from 'jose';
import { CLOCK_SKEW_MS, type Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthStore } from './database.ts';

/** Issuer and audience of access tokens. Tokens of another installation differ by their keys. */
export const tokenIssuer = 'scout';

/** Milliseconds between reads of the public keys: a new key is used only after every server has had time to read it. */
export const keysReadEveryMs = 5_000;

/** A key by RFC 7517, with the id named in tokens. */
type PublicKey = { kty: string; kid: string } & { [parameter: string]: unknown };

/** Reads the published public keys. */
export async function readPublicKeys(store: AuthStore): Promise<PublicKey[]> {
  const rows = await store.db.selectFrom('jwks').select(['id', 'public_key', 'alg']).execute();
  return rows.map(({ id, public_key, alg }) => ({
    ...(JSON.parse(public_key) as JWK & { kty: string }),
    kid: id,
    alg: alg ?? 'EdDSA',
    use: 'sig',
  }));
}

/** Verifies access tokens against the keys in the database, cached for a few seconds. */
export function createTokenVerifier(store: AuthStore, clock: Clock): (token: string) => Promise<Claims> {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<ReturnType<typeof createLocalJWKSet>> | undefined;

  async function load() {
    const now = clock.now();
    keys = createLocalJWKSet({ keys: await readPublicKeys(store) });
    loadedAt = now;
    return keys;
  }

  async function freshKeys() {
    if (keys && Math.abs(clock.now() - loadedAt) < keysReadEveryMs) return keys;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function verify(token: string) {
    return jwtVerify(token, await freshKeys(), {
      algorithms: ['EdDSA'],
      issuer: tokenIssuer,
      audience: tokenIssuer,
      currentDate: new Date(clock.now()),
      clockTolerance: CLOCK_SKEW_MS / 1000,
      requiredClaims: ['sub', 'exp'],
    });
  }

  /** @throws Refusal malformed_token, invalid_signature or token_expired */
  return async (token) => {
    try {
      const { payload } = await verify(token);
      const parsed = claims.safeParse(payload);
      if (!parsed.success) throw new Refusal('malformed_token');
      return parsed.data;
    } catch (error) {
      throw asRefusal(error);
    }
  };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof jose.JWTExpired) return new Refusal('token_expired');
  const notSignedByUs =
    error instanceof jose.JWSSignatureVerificationFailed ||
    error instanceof jose.JWKSNoMatchingKey ||
    error instanceof jose.JWKSMultipleMatchingKeys ||
    error instanceof jose.JOSEAlgNotAllowed;
  if (notSignedByUs) return new Refusal('invalid_signature');
  // jose throws TypeError for malformed token parts.
  if (error instanceof jose.JOSEError || error instanceof TypeError) return new Refusal('malformed_token');
  return error;
}
