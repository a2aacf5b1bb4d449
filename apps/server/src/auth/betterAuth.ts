import { limits } from '@scout/contract';
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
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

export type BetterAuth = ReturnType<typeof createBetterAuth>;
