import type { Session as AccessToken, User } from '@scout/contract';
import { createStore, type Store } from '../store/createStore.ts';
import { type Claims, readClaims } from './claims.ts';

/** The server's response: a fresh access token and its user, or neither. */
export interface SessionAnswer {
  session: AccessToken | null;
  user: User | null;
}

interface Person {
  claims: Claims;
  user: User;
}

interface Held {
  token: string;
  expiresAt: number;
}

export type SessionState =
  | { status: 'loading' }
  /** `deliberate` is true when the person signed out, here or in another tab; false when there was no session, or it ended. */
  | { status: 'signed-out'; deliberate: boolean }
  | { status: 'unreachable'; error: unknown }
  /** The password was correct; a second factor is still required. */
  | ({ status: 'second-factor' } & Person)
  | ({ status: 'signed-in' } & Person);

/** The calls that a session needs; tests replace the server. */
export interface SessionCalls {
  /** A fresh access token from the httpOnly cookie; `session: null` without one. */
  restore(): Promise<SessionAnswer>;
  signIn(email: string, password: string): Promise<SessionAnswer>;
  /** @returns where the session of an identity provider is ended; null: there is none */
  signOut(): Promise<string | null>;
  /** A token with current claims, for the holder of this one. */
  syncClaims(token: string): Promise<AccessToken>;
}

export interface SessionClock {
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface Session extends Store<SessionState> {
  /** Requests a session by the cookie; concurrent calls share one request. */
  restore(): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  /** Adopts the session started by another call: a confirmation, a second factor. */
  enter(answer: SessionAnswer): void;
  /** Updates the token's claims after a membership change. Failures are ignored (spec section 8). */
  syncClaims(): Promise<void>;
  /**
   * Ends the session on the server, then drops the token. Changes nothing when the server is unreachable.
   * @returns where the session of an identity provider is ended; null: there is none
   */
  signOut(): Promise<string | null>;
  /** Drops the token from memory without a call, because another tab or the screen has signed out. */
  forget(deliberate: boolean): void;
  /** A token valid for at least a few seconds; null without a session. */
  accessToken(): Promise<string | null>;
  /** A token other than the refused one; null when the session has ended. */
  renewAfter(refused: string): Promise<string | null>;
}

const usableMs = 5_000;
const retryMs = 5_000;
const longestTimerMs = 2_147_483_647;

/** Milliseconds until a token that expires at `expiresAt` is renewed: a fifth of its lifetime before the end, at most a minute. */
export function renewalDelay(now: number, expiresAt: number): number {
  const life = Math.max(0, expiresAt - now);
  return Math.min(longestTimerMs, Math.max(1_000, life - Math.min(60_000, life / 5)));
}

/** Compares states, which are plain data from the server. */
const isEqual = (one: SessionState, other: SessionState) => JSON.stringify(one) === JSON.stringify(other);

/** The session of this tab. The access token lives in memory only; the httpOnly cookie renews it. */
export function createSession(calls: SessionCalls, clock: SessionClock): Session {
  const state = createStore<SessionState>({ status: 'loading' });
  /** Not part of the state, because a renewed token must not notify listeners. */
  let held: Held | null = null;
  let timer: unknown;
  let restoring: Promise<void> | null = null;
  // Counts sign-ins and sign-outs: a response to an earlier request must not undo them.
  let generation = 0;

  function become(next: SessionState, token: Held | null = null): void {
    held = token;
    clock.clearTimeout(timer);
    if (held !== null) renewIn(renewalDelay(clock.now(), held.expiresAt));
    if (held === null || !isEqual(next, state.get())) state.set(next);
  }

  function renewIn(milliseconds: number): void {
    timer = clock.setTimeout(() => void restore(), milliseconds);
  }

  function accept({ session, user }: SessionAnswer): void {
    if (session === null || user === null || !hold(session, user)) {
      become({ status: 'signed-out', deliberate: false });
    } else {
      void syncClaims();
    }
  }

  /** False when this tab may not keep the session. */
  function hold(session: AccessToken, user: User): boolean {
    const claims = readClaims(session.access_token);
    if (claims === null) return false;
    if (user.email_confirmed_at === null) {
      // A session with an unconfirmed address is ended, even if the cookie is valid.
      calls.signOut().catch(() => {});
      return false;
    }
    const status = claims.owesSecondFactor ? 'second-factor' : 'signed-in';
    // Computed from the token's lifetime, because the server's clock may differ.
    const expiresAt = clock.now() + session.expires_in * 1000;
    become({ status, claims, user }, { token: session.access_token, expiresAt });
    return true;
  }

  async function syncClaims(): Promise<void> {
    const present = state.get();
    if (held === null || !('user' in present)) return;
    const { token } = held;
    const { user } = present;
    const fresh = await calls.syncClaims(token).catch(() => null);
    // If renewed or signed out meanwhile, that result is newer.
    if (fresh !== null && currentToken() === token) hold(fresh, user);
  }

  async function restoreOnce(): Promise<void> {
    const requestGeneration = generation;
    try {
      const answer = await calls.restore();
      if (requestGeneration === generation) accept(answer);
    } catch (error) {
      if (requestGeneration !== generation) return;
      if (held !== null) renewIn(retryMs);
      else become({ status: 'unreachable', error });
    }
  }

  function restore(): Promise<void> {
    restoring ??= restoreOnce().finally(() => {
      restoring = null;
    });
    return restoring;
  }

  function forget(deliberate: boolean): void {
    generation += 1;
    become({ status: 'signed-out', deliberate });
  }

  function enter(answer: SessionAnswer): void {
    if (answer.session === null) throw new Error('No session returned');
    generation += 1;
    accept(answer);
  }

  const currentToken = () => held?.token ?? null;

  return {
    get: state.get,
    subscribe: state.subscribe,
    restore,
    async signIn(email, password) {
      enter(await calls.signIn(email, password));
    },
    enter,
    syncClaims,
    async signOut() {
      const continueAt = await calls.signOut();
      forget(true);
      return continueAt;
    },
    forget,
    async accessToken() {
      if (state.get().status === 'loading') await restore();
      if (held !== null && held.expiresAt - clock.now() < usableMs) await restore();
      return currentToken();
    },
    async renewAfter(refused) {
      if (currentToken() === refused) await restore();
      const token = currentToken();
      return token === refused ? null : token;
    },
  };
}
