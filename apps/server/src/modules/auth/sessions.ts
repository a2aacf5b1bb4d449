import { randomBytes, randomUUID } from 'node:crypto';
import { type ActiveSession, type Claims, limits, type Session } from '@scout/contract';
import { sql } from 'kysely';
import { CLOCK_SKEW_MS, type Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/crypto/secretText.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { describeDevice } from '../../platform/http/device.ts';
import type { AuthQueries } from './database.ts';
import { membershipsOf } from './sql/people.ts';
import type { SignToken } from './tokenSigner.ts';

const minuteMs = 60_000;

/** Lifetime of sessions, in milliseconds. */
export interface SessionLife {
  /** From sign-in, regardless of use. */
  readonly absoluteMs: number;
  /** From the last access token renewal, which an open page requests every few minutes. */
  readonly idleMs: number;
}

/** A live session, and its missing steps. */
export interface SessionState {
  readonly hasFactor: boolean;
  readonly factorShown: boolean;
  /** True when an organization of the person requires a second factor. */
  readonly factorRequired: boolean;
}

/** A sign-in that an organization's identity provider confirmed. */
export interface ProviderProof {
  readonly tenantId: string;
  readonly connectionId: string;
  /** The provider's names of the person and of its own session. */
  readonly subject: string;
  readonly sid: string | null;
  /** Address at which the browser ends the provider's session. */
  readonly endSessionUrl: string | null;
  /** True when the provider asked for a second factor. */
  readonly secondFactor: boolean;
}

/** Sessions: rows of auth.session, identified by the SHA-256 of the cookie's token. */
export interface Sessions {
  /**
   * Starts a session in the caller's transaction. `token` goes into the cookie and is stored nowhere else. `proof`: of a provider, for
   * whose organization alone the session counts; null: the person's password.
   */
  open(
    db: AuthQueries,
    userId: string,
    previousSignIn: Date | null,
    caller: Caller,
    proof: ProviderProof | null,
  ): Promise<{ id: string; token: string; expiresAt: Date }>;
  /** The session of a cookie's token, extended while in use. */
  resume(token: string): Promise<{ id: string; userId: string; expiresAt: Date } | undefined>;
  /** Ends the session of a cookie's token after a grace period, unless it is resumed before. */
  leave(token: string): Promise<void>;
  /** Undefined after the end of the token's session. */
  stateOf(claims: Pick<Claims, 'session_id' | 'sub'>): Promise<SessionState | undefined>;
  /** A fresh access token with current membership, role and second factor. */
  issueToken(userId: string, sessionId: string): Promise<Session>;
  list(userId: string, currentId: string): Promise<ActiveSession[]>;
}

export function createSessions(
  signToken: SignToken,
  db: AuthQueries,
  clock: Clock,
  life: SessionLife,
): Sessions {
  /** End of a session that is used now. */
  const endOf = (createdAt: number, now: number) =>
    new Date(Math.min(createdAt + life.absoluteMs, now + life.idleMs));

  /** Sessions that have not ended. A row's end comes from the settings at sign-in; the current settings apply as well. */
  const alive = (now: number) =>
    db
      .selectFrom('session as s')
      .where('s.expires_at', '>', new Date(now))
      .where('s.created_at', '>', new Date(now - life.absoluteMs))
      .where('s.updated_at', '>', new Date(now - life.idleMs))
      // A password is not enough from the moment on in which the organization requires its provider.
      .where((eb) =>
        eb.or([
          eb.not(sql<boolean>`scout.sso_required_of(s.user_id)`),
          eb.exists(
            eb.selectFrom('sso_sessions as p').select('p.session_id').whereRef('p.session_id', '=', 's.id'),
          ),
        ]),
      );

  async function stateOf({ session_id, sub }: Pick<Claims, 'session_id' | 'sub'>) {
    const row = await alive(clock.now())
      .innerJoin('user as u', 'u.id', 's.user_id')
      .select('s.second_factor_at')
      .select((eb) => [
        eb
          .or([
            eb.exists(
              eb
                .selectFrom('factors as f')
                .select('f.factor_id')
                .whereRef('f.user_id', '=', 's.user_id')
                .where('f.status', '=', 'verified'),
            ),
            eb.exists(
              eb.selectFrom('passkeys as k').select('k.passkey_id').whereRef('k.user_id', '=', 's.user_id'),
            ),
          ])
          .as('has_factor'),
        sql<boolean>`scout.second_factor_required_of(s.user_id)`.as('factor_required'),
      ])
      .where('s.id', '=', session_id)
      .where('s.user_id', '=', sub)
      .where('u.email_verified', '=', true)
      .executeTakeFirst();
    return (
      row && {
        hasFactor: Boolean(row.has_factor),
        factorShown: row.second_factor_at !== null,
        factorRequired: row.factor_required,
      }
    );
  }

  return {
    stateOf,

    async open(queries, userId, previousSignIn, caller, proof) {
      const now = clock.now();
      const id = randomUUID();
      const token = randomBytes(32).toString('base64url');
      const expiresAt = endOf(now, now);
      await queries
        .insertInto('session')
        .values({
          id,
          token: storedToken(token),
          user_id: userId,
          expires_at: expiresAt,
          created_at: new Date(now),
          updated_at: new Date(now),
          ip_address: caller.address,
          user_agent: caller.userAgent.slice(0, 500),
          second_factor_at: proof?.secondFactor ? new Date(now) : null,
          previous_sign_in_at: previousSignIn,
        })
        .execute();
      if (proof) {
        await queries
          .insertInto('sso_sessions')
          .values({
            session_id: id,
            tenant_id: proof.tenantId,
            connection_id: proof.connectionId,
            subject: proof.subject,
            sid: proof.sid,
            end_session_url: proof.endSessionUrl,
          })
          .execute();
      }
      return { id, token, expiresAt };
    },

    async resume(token) {
      const now = clock.now();
      const row = await alive(now)
        .select(['s.id', 's.user_id', 's.created_at', 's.expires_at', 's.updated_at'])
        .where('s.token', '=', storedToken(token))
        .executeTakeFirst();
      if (!row) return undefined;
      const expiresAt = endOf(row.created_at.getTime(), now);
      // Also after leave(), which shortens the remaining lifetime.
      const shortened = expiresAt.getTime() - row.expires_at.getTime() >= minuteMs;
      if (shortened || now - row.updated_at.getTime() >= minuteMs) {
        await db
          .updateTable('session')
          .set({ updated_at: new Date(now), expires_at: expiresAt })
          .where('id', '=', row.id)
          .execute();
      }
      return { id: row.id, userId: row.user_id, expiresAt };
    },

    async leave(token) {
      // The page may be opened again at a server whose clock is ahead.
      const end = new Date(clock.now() + limits.session.leaveGraceSeconds * 1_000 + CLOCK_SKEW_MS);
      await db
        .updateTable('session')
        .set({ expires_at: end })
        .where('token', '=', storedToken(token))
        .where('expires_at', '>', end)
        .execute();
    },

    async issueToken(userId, sessionId) {
      const memberships = await membershipsOf(db, userId);
      const provider = await db
        .selectFrom('sso_sessions')
        .select('tenant_id')
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      // A provider signs nobody into another organization than its own.
      const membership = memberships.find(
        ({ status, tenant_id }) => status === 'active' && (!provider || provider.tenant_id === tenant_id),
      );
      const state = await stateOf({ session_id: sessionId, sub: userId });
      const iat = Math.floor(clock.now() / 1000);
      const exp = iat + limits.session.accessTokenSeconds;
      const payload = {
        sub: userId,
        ...(membership && { tenant_id: membership.tenant_id }),
        roles: membership ? [membership.role] : [],
        aal: state?.hasFactor && !state.factorShown ? 'aal1' : 'aal2',
        session_id: sessionId,
        iat,
        exp,
      };
      return {
        access_token: await signToken(payload),
        token_type: 'bearer',
        expires_in: limits.session.accessTokenSeconds,
        expires_at: exp,
      };
    },

    async list(userId, currentId) {
      const rows = await alive(clock.now())
        .select(['s.id', 's.created_at', 's.updated_at', 's.expires_at', 's.ip_address', 's.user_agent'])
        .where('s.user_id', '=', userId)
        .orderBy((eb) => eb('s.id', '=', currentId), 'desc')
        .orderBy('s.updated_at', 'desc')
        .orderBy('s.id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        created_at: row.created_at.toISOString(),
        last_active_at: row.updated_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        address: row.ip_address,
        device: describeDevice(row.user_agent),
        current: row.id === currentId,
      }));
    },
  };
}

/** The stored hash of a session's token. */
export const storedToken = (token: string): string => hashSecret(token).toString('base64url');
