import { limits } from '@scout/contract';
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { AuthStore } from './database.ts';

/** Issuer and audience of access tokens. Another installation's tokens differ by their keys. */
export const tokenIssuer = 'scout';

const seconds = limits.session.accessTokenSeconds;

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

/**
 * Better Auth over our own tables: its keys sign access tokens, its scrypt hashes passwords (password.ts). Sessions,
 * confirmations and factors are rows of ours (docs/decisions/0101, 0102). Only `auth.api` is used, behind our calls; its
 * HTTP handler is never mounted, so its own rate limits and routes do not exist.
 */
export function createBetterAuth(
  store: AuthStore,
  options: { secret: string; baseUrl: string; log: FastifyBaseLogger },
) {
  return betterAuth({
    appName: 'Scout',
    baseURL: options.baseUrl,
    secret: options.secret,
    database: { db: store.db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      // Its warnings name each failed sign-in; the request log has those already.
      level: 'error',
      log: (_level, message) => options.log.error({ component: 'better-auth' }, message),
    },
    session: {
      fields: {
        ...times,
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
    },
    user: { fields: { ...times, emailVerified: 'email_verified' } },
    account: {
      fields: {
        ...times,
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { fields: { ...times, expiresAt: 'expires_at' } },
    plugins: [
      jwt({
        jwt: { issuer: tokenIssuer, audience: tokenIssuer, expirationTime: `${seconds}s` },
        disableSettingJwtHeader: true,
        // A key signs from its created_at on, which lies ahead for one that the other servers have yet to read.
        adapter: { getJwks: () => readSigningKeys(store) },
        schema: {
          jwks: {
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
      }),
    ],
  });
}

/** The keys that may sign now; the oldest always, whatever the clocks of this machine and of the database say. */
async function readSigningKeys({ db }: AuthStore) {
  const rows = await db
    .selectFrom('jwks')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('created_at', '<=', sql<Date>`now()`),
        eb(
          'created_at',
          '=',
          eb.selectFrom('jwks').select((oldest) => oldest.fn.min('created_at').as('created_at')),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    id: row.id,
    publicKey: row.public_key,
    privateKey: row.private_key,
    createdAt: row.created_at,
    ...(row.expires_at && { expiresAt: row.expires_at }),
    alg: 'EdDSA' as const,
    crv: 'Ed25519' as const,
  }));
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;
