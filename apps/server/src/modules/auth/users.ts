import type { Claims, Session, User, UserWithMetadata } from '@scout/contract';
import { notifyAtCommit } from '../../platform/database/notices.ts';
import type { Transaction } from '../../platform/database/pool.ts';
import { type Caller, placeOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthCore } from './core.ts';
import { type AuthQueries, inAuth } from './database.ts';
import { withRefusalFloor } from './responseFloor.ts';
import { type ProviderProof, storedToken } from './sessions.ts';
import { createSignInAttempts } from './signInAttempts.ts';
import { meetDevice, newDevice } from './sql/devices.ts';
import {
  auditPerson,
  confirmedUser,
  credentialsOf,
  holdPassword,
  type Person,
  toUser,
  withMetadata,
} from './sql/people.ts';
import { breakGlassWatchers, endSessionUrl, ssoRequiredOf } from './sql/providers.ts';

/** The response of a sign-in call, with cookies to set. */
export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  readonly cookies: readonly string[];
}

/** A session started in a transaction; `finish` creates its access token after the commit. */
interface Begun {
  readonly sessionId: string;
  readonly cookies: readonly string[];
}

/** Sign-in with a password, sessions and the signed-in user. */
export interface Users {
  /** @throws Refusal rate_limited, invalid_login or email_not_confirmed */
  signIn(email: string, password: string, caller: Caller): Promise<SignedIn>;
  /** The session of the cookie with a fresh access token, or undefined. */
  resume(caller: Caller): Promise<SignedIn | undefined>;
  /** Ends the session of the cookie, if any. Returns the cookies that clear it, and where its provider's session is ended. */
  signOut(caller: Caller): Promise<{ cookies: readonly string[]; continueAt: string | null }>;
  /** Ends the session of the cookie, if any, soon unless it is resumed. */
  leave(caller: Caller): Promise<void>;
  /** The user of a session. */
  userOf(claims: Pick<Claims, 'sub' | 'session_id'>): Promise<UserWithMetadata | undefined>;
  /** Cookies that clear the session. */
  clearCookies(): readonly string[];
  setAlertRecipient(userId: string, email: string | null): Promise<void>;
  /** Ends the user's other sessions, or the given one. Returns the number ended. */
  endSessions(person: Person, which: { except: string } | { only: string }, caller: Caller): Promise<number>;
  /**
   * Starts a session in a transaction that has confirmed the person's identity: a provider by its proof, otherwise Scout itself.
   * `details` are added to the entry in the log.
   * @throws Refusal sso_required without a proof when the person's organization requires one
   */
  begin(
    tx: Transaction,
    db: AuthQueries,
    person: Person,
    caller: Caller,
    proof?: ProviderProof,
    details?: Readonly<Record<string, boolean>>,
  ): Promise<Begun>;
  finish(userId: string, begun: Begun): Promise<SignedIn>;
}

export function createUsers(core: AuthCore): Users {
  const { pool, store, rates, hashing, clock, cookies, sessions, mailer } = core;
  const attempts = createSignInAttempts(core);
  const now = () => new Date(clock.now());
  const sessionCookie = (token: string, expiresAt: Date) =>
    cookies.session(token, Math.max(1, Math.floor((expiresAt.getTime() - clock.now()) / 1000)));

  async function begin(
    tx: Transaction,
    db: AuthQueries,
    person: Person,
    caller: Caller,
    proof: ProviderProof | null = null,
    details: Readonly<Record<string, boolean>> = {},
  ): Promise<Begun> {
    if (!proof && (await ssoRequiredOf(db, person.id))) throw new Refusal('sso_required');
    const { last_sign_in_at: previous } = await db
      .selectFrom('user')
      .select('last_sign_in_at')
      .where('id', '=', person.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { id: sessionId, token, expiresAt } = await sessions.open(db, person.id, previous, caller, proof);
    await db.updateTable('user').set({ last_sign_in_at: now() }).where('id', '=', person.id).execute();
    const device = cookies.readDevice(caller.cookie) ?? newDevice();
    const isNew = await meetDevice(db, person.id, device, now());
    if (isNew && (await rates.allows('newDeviceMailPerUser', person.id))) {
      await mailer.send(tx, {
        template: 'security-notice',
        to: person.email,
        props: { kind: 'new-device', when: now().toISOString(), ...placeOf(caller) },
      });
    }
    const watchers = proof ? [] : await breakGlassWatchers(db, person.id);
    for (const to of watchers) {
      await mailer.send(tx, {
        template: 'security-notice',
        to,
        props: { kind: 'break-glass', account: person.email, when: now().toISOString(), ...placeOf(caller) },
      });
    }
    await auditPerson(tx, person, 'signed_in', caller, {
      new_device: isNew,
      ...details,
      ...(proof && { single_sign_on: true }),
      ...(watchers.length > 0 && { break_glass: true }),
    });
    return { sessionId, cookies: [sessionCookie(token, expiresAt), cookies.device(device)] };
  }

  async function finish(userId: string, begun: Begun): Promise<SignedIn> {
    const row = await confirmedUser(store.db, userId, begun.sessionId);
    if (!row) throw new Refusal('invalid_login');
    return {
      session: await sessions.issueToken(userId, begun.sessionId),
      user: toUser(row),
      cookies: begun.cookies,
    };
  }

  async function check(email: string, password: string, caller: Caller) {
    const found = await credentialsOf(store.db, email);
    const fits = await hashing.fits(password, found?.password);
    if (found?.confirmed && !fits) {
      await inAuth(pool, (tx) => auditPerson(tx, found, 'sign_in_failed', caller));
    }
    if (!found?.password || !fits) throw new Refusal('invalid_login');
    if (!found.confirmed) throw new Refusal('email_not_confirmed');
    return { person: { id: found.id, email: found.email }, hash: found.password };
  }

  return {
    begin,
    finish,

    async signIn(email, password, caller) {
      const attempt = await attempts.admit(email, caller);
      const { person, hash } = await withRefusalFloor(() => check(email, password, caller));
      const begun = await inAuth(pool, async (tx, db) => {
        // A password changed since the check no longer signs in.
        if (!(await holdPassword(db, person.id, hash))) throw new Refusal('invalid_login');
        if (await ssoRequiredOf(db, person.id)) {
          await auditPerson(tx, person, 'password_sign_in_refused', caller);
          return undefined;
        }
        return begin(tx, db, person, caller);
      });
      await attempt.succeeded();
      if (!begun) throw new Refusal('sso_required');
      return finish(person.id, begun);
    },

    async resume(caller) {
      const token = cookies.readSession(caller.cookie);
      const session = token && (await sessions.resume(token));
      const row = session && (await confirmedUser(store.db, session.userId, session.id));
      if (!token || !session || !row) return undefined;
      return {
        session: await sessions.issueToken(row.id, session.id),
        user: toUser(row),
        cookies: [sessionCookie(token, session.expiresAt)],
      };
    },

    async signOut(caller) {
      const token = cookies.readSession(caller.cookie);
      let continueAt: string | null = null;
      if (token) {
        await inAuth(pool, async (tx, db) => {
          continueAt = await endSessionUrl(db, token);
          const ended = await db
            .deleteFrom('session as s')
            .using('user as u')
            .whereRef('u.id', '=', 's.user_id')
            .where('s.token', '=', storedToken(token))
            .returning(['u.id', 'u.email'])
            .executeTakeFirst();
          if (ended) {
            await auditPerson(tx, ended, 'signed_out', caller);
            await notifyAtCommit(tx, { kind: 'person', id: ended.id });
          }
        });
      }
      return { cookies: [cookies.clearSession()], continueAt };
    },

    async leave(caller) {
      const token = cookies.readSession(caller.cookie);
      if (token) await sessions.leave(token);
    },

    async userOf({ sub, session_id }) {
      const row = await confirmedUser(store.db, sub, session_id);
      return row && withMetadata(row);
    },

    clearCookies: () => [cookies.clearSession()],

    async setAlertRecipient(userId, email) {
      await store.db
        .updateTable('user')
        .set({ alert_recipient_email: email, updated_at: now() })
        .where('id', '=', userId)
        .execute();
    },

    endSessions(person, which, caller) {
      return inAuth(pool, async (tx, db) => {
        const query = db.deleteFrom('session').where('user_id', '=', person.id);
        const { numDeletedRows } = await ('only' in which
          ? query.where('id', '=', which.only)
          : query.where('id', '<>', which.except)
        ).executeTakeFirstOrThrow();
        const sessionsEnded = Number(numDeletedRows);
        if (sessionsEnded > 0) {
          await auditPerson(tx, person, 'sessions_ended', caller, { sessions: sessionsEnded });
          await notifyAtCommit(tx, { kind: 'person', id: person.id });
        }
        return sessionsEnded;
      });
    },
  };
}
