import { randomBytes } from 'node:crypto';
import { type ActiveSession, type Claims, limits, type Session } from '@scout/contract';
import { generateId } from 'better-auth';
import { sql } from 'kysely';
import type { BetterAuth } from './betterAuth.ts';
import type { Caller } from './caller.ts';
import type { AuthQueries } from './database.ts';
import { describeDevice } from './device.ts';
import { membershipsOf } from './people.ts';
import { hashSecret } from './secretText.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const lifeMs = limits.session.sessionDays * dayMs;
const renewAfterMs = limits.session.sessionRenewalDays * dayMs;

/** A session that is alive, and what it still lacks. */
export interface SessionState {
  readonly hasFactor: boolean;
  readonly factorShown: boolean;
  /** An organization of the person requires a second factor. */
  readonly factorRequired: boolean;
}

/** Sessions: rows of auth.session, whose token is the SHA-256 of what the cookie holds. */
export interface Sessions {
  /** Begins one in the caller's transaction. `token` goes into the cookie and is kept nowhere else. */
  open(db: AuthQueries, userId: string, caller: Caller): Promise<{ id: string; token: string }>;
  /** The session of a cookie's token, its life extended while it is in use. */
  resume(token: string): Promise<{ id: string; userId: string } | undefined>;
  /** The session of a cookie's token ends after a grace, unless it is resumed before. */
  leave(token: string): Promise<void>;
  /** Undefined when the token's session has ended. */
  stateOf(claims: Pick<Claims, 'session_id' | 'sub'>): Promise<SessionState | undefined>;
  /** A fresh access token with what membership, role and second factor are now. */
  issueToken(userId: string, sessionId: string): Promise<Session>;
  list(userId: string, currentId: string): Promise<ActiveSession[]>;
}

export function createSessions(auth: BetterAuth, db: AuthQueries, clock: { now(): number }): Sessions {
  async function stateOf({ session_id, sub }: Pick<Claims, 'session_id' | 'sub'>) {
    const row = await db
      .selectFrom('session as s')
      .innerJoin('user as u', 'u.id', 's.user_id')
      .select('s.second_factor_at')
      .select((eb) => [
        eb
          .exists(
            eb
              .selectFrom('factors as f')
              .select('f.factor_id')
              .whereRef('f.user_id', '=', 's.user_id')
              .where('f.status', '=', 'verified'),
          )
          .as('has_factor'),
        sql<boolean>`scout.second_factor_required_of(s.user_id)`.as('factor_required'),
      ])
      .where('s.id', '=', session_id)
      .where('s.user_id', '=', sub)
      .where('s.expires_at', '>', new Date(clock.now()))
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

    async open(queries, userId, caller) {
      const now = clock.now();
      const id = generateId();
      const token = randomBytes(32).toString('base64url');
      await queries
        .insertInto('session')
        .values({
          id,
          token: storedToken(token),
          user_id: userId,
          expires_at: new Date(now + lifeMs),
          created_at: new Date(now),
          updated_at: new Date(now),
          ip_address: caller.address,
          user_agent: caller.userAgent.slice(0, 500),
          second_factor_at: null,
        })
        .execute();
      return { id, token };
    },

    async resume(token) {
      const now = clock.now();
      const row = await db
        .selectFrom('session')
        .select(['id', 'user_id', 'expires_at', 'updated_at'])
        .where('token', '=', storedToken(token))
        .where('expires_at', '>', new Date(now))
        .executeTakeFirst();
      if (!row) return undefined;
      // Also after leave(), which shortens the life that is left.
      const aged = now - (row.expires_at.getTime() - lifeMs) >= renewAfterMs;
      if (aged || now - row.updated_at.getTime() >= minuteMs) {
        await db
          .updateTable('session')
          .set({ updated_at: new Date(now), ...(aged && { expires_at: new Date(now + lifeMs) }) })
          .where('id', '=', row.id)
          .execute();
      }
      return { id: row.id, userId: row.user_id };
    },

    async leave(token) {
      const end = new Date(clock.now() + limits.session.leaveGraceSeconds * 1_000);
      await db
        .updateTable('session')
        .set({ expires_at: end })
        .where('token', '=', storedToken(token))
        .where('expires_at', '>', end)
        .execute();
    },

    async issueToken(userId, sessionId) {
      const memberships = await membershipsOf(db, userId);
      const membership = memberships.find(({ status }) => status === 'active');
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
      const { token } = await auth.api.signJWT({ body: { payload } });
      return {
        access_token: token,
        token_type: 'bearer',
        expires_in: limits.session.accessTokenSeconds,
        expires_at: exp,
      };
    },

    async list(userId, currentId) {
      const rows = await db
        .selectFrom('session')
        .select(['id', 'created_at', 'updated_at', 'expires_at', 'ip_address', 'user_agent'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', new Date(clock.now()))
        .orderBy((eb) => eb('id', '=', currentId), 'desc')
        .orderBy('updated_at', 'desc')
        .orderBy('id')
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

/** What is stored of a session's token. */
export const storedToken = (token: string): string => hashSecret(token).toString('base64url');
