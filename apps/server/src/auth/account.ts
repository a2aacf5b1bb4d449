import { limits, type Session, type User } from '@scout/contract';
import { isAPIError } from 'better-auth/api';
import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { addressHeader, type BetterAuth } from './betterAuth.ts';
import type { AuthStore } from './database.ts';
import type { Rates } from './rates.ts';

/** Who calls, as far as sign-in needs to know. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  /** The Cookie header. */
  readonly cookie: string | undefined;
}

/** What a sign-in call answers, and the cookies to set with it. */
export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  readonly cookies: readonly string[];
}

/** Sign-in, sessions and accounts behind our wire calls. */
export interface Accounts {
  /** @throws Refusal rate_limited, invalid_login or email_not_confirmed */
  signIn(email: string, password: string, caller: Caller): Promise<SignedIn>;
  /** The session of the cookie with a fresh access token, or undefined. */
  resume(caller: Caller): Promise<SignedIn | undefined>;
  /** Ends the session of the cookie, if there is one. Returns the cookies that clear it. */
  signOut(caller: Caller): Promise<readonly string[]>;
  userById(id: string): Promise<User | undefined>;
}

export function createAccounts(
  auth: BetterAuth,
  store: AuthStore,
  rates: Rates,
  clock: { now(): number },
): Accounts {
  async function userById(id: string): Promise<User | undefined> {
    const row = await store.db
      .selectFrom('user')
      .select(['id', 'email', 'email_verified', 'email_confirmed_at', 'last_sign_in_at', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row?.email_verified) return undefined;
    return {
      id: row.id,
      email: row.email,
      email_confirmed_at: (row.email_confirmed_at ?? row.created_at).toISOString(),
      last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    };
  }

  /** The claims only say who asks: membership and role are read again at the start of each call's transaction. */
  async function issueToken(userId: string): Promise<Session> {
    const { rows } = await sql<{ tenant_id: string; role: string; status: string }>`
      SELECT tenant_id, role, status FROM scout.memberships_of_user(${userId})`.execute(store.db);
    const membership = rows.find(({ status }) => status === 'active');
    const iat = Math.floor(clock.now() / 1000);
    const exp = iat + limits.session.accessTokenSeconds;
    const payload = {
      sub: userId,
      ...(membership && { tenant_id: membership.tenant_id }),
      roles: membership ? [membership.role] : [],
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
  }

  return {
    userById,

    async signIn(email, password, caller) {
      await rates.consume('signInPerAddress', caller.address);
      await rates.consume('signInPerAccount', email);
      const { headers, response } = await auth.api
        .signInEmail({ body: { email, password }, headers: headersOf(caller), returnHeaders: true })
        .catch((error: unknown) => {
          throw asRefusal(error);
        });
      await rates.forget('signInPerAccount', email);
      await store.db
        .updateTable('user')
        .set({ last_sign_in_at: new Date(clock.now()) })
        .where('id', '=', response.user.id)
        .execute();
      const user = await userById(response.user.id);
      if (!user) throw new Refusal('invalid_login');
      return { session: await issueToken(user.id), user, cookies: headers.getSetCookie() };
    },

    async resume(caller) {
      if (!caller.cookie) return undefined;
      const { headers, response } = await auth.api.getSession({
        headers: headersOf(caller, caller.cookie),
        returnHeaders: true,
      });
      const user = response && (await userById(response.user.id));
      if (!user) return undefined;
      return { session: await issueToken(user.id), user, cookies: headers.getSetCookie() };
    },

    async signOut(caller) {
      const { headers } = await auth.api.signOut({
        headers: headersOf(caller, caller.cookie),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
  };
}

/** Better Auth sees the address and browser for its session list, and a cookie only where it is meant to act on it. */
function headersOf(caller: Caller, cookie?: string): Headers {
  const headers = new Headers({
    [addressHeader]: caller.address,
    'user-agent': caller.userAgent.slice(0, 500),
  });
  if (cookie) headers.set('cookie', cookie);
  return headers;
}

/** A wrong password and an unknown address are one answer; Better Auth hashes in both cases, so they take as long. */
function asRefusal(error: unknown): unknown {
  if (!isAPIError(error)) return error;
  const code = error.body?.code;
  if (code === 'EMAIL_NOT_VERIFIED') return new Refusal('email_not_confirmed');
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_EMAIL') return new Refusal('invalid_login');
  return error;
}
