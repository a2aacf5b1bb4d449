import type { Session as AccessToken, User } from '@scout/contract';
import { type Claims, readClaims } from './claims.ts';

/** What the server says of a session: a fresh access token and its account, or neither. */
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
  /** `asked` when the person signed out, here or in another tab; otherwise there was no session, or it ended. */
  | { status: 'signed-out'; asked: boolean }
  | { status: 'unreachable'; error: unknown }
  /** The password was right; a second factor is still to be shown. */
  | ({ status: 'second-factor' } & Person)
  | ({ status: 'signed-in' } & Person);

/** The calls that a session needs, so that tests can stand in for the server. */
export interface SessionCalls {
  /** A fresh access token from the httpOnly cookie; `session: null` when there is none. */
  restore(): Promise<SessionAnswer>;
  signIn(email: string, password: string): Promise<SessionAnswer>;
  signOut(): Promise<void>;
  /** A token with the claims of now, for the holder of this one. */
  syncClaims(token: string): Promise<AccessToken>;
}

export interface SessionClock {
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface Session {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Asks the cookie for a session; concurrent calls share one request. */
  restore(): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  /** Takes on the session that another call has begun: a confirmation, a second factor. */
  enter(answer: SessionAnswer): void;
  /** Has the token learn of a changed membership. A failure is silent (spec section 8). */
  syncClaims(): Promise<void>;
  /** Ends the session on the server, then drops the token. When the server cannot be reached nothing changes. */
  signOut(): Promise<void>;
  /** Drops the token from memory without a call: another tab signed out, or the screen has said so. */
  forget(asked: boolean): void;
  /** A token that is good for at least a few seconds, or null when nobody is signed in, not even half. */
  accessToken(): Promise<string | null>;
  /** A token other than the refused one, or null when the session has ended. */
  renewAfter(refused: string): Promise<string | null>;
}

const usableMs = 5_000;
const retryMs = 5_000;
const longestTimerMs = 2_147_483_647;

/** When to renew a token that lives from `now` to `expiresAt`: a fifth of its life before the end, a minute at most. */
export function renewalDelay(now: number, expiresAt: number): number {
  const life = Math.max(0, expiresAt - now);
  return Math.min(longestTimerMs, Math.max(1_000, life - Math.min(60_000, life / 5)));
}

/** Of two states of a person, both plain data from the server. */
const saysTheSame = (one: SessionState, other: SessionState) => JSON.stringify(one) === JSON.stringify(other);

/** The session of this tab. The access token lives in memory only; the httpOnly cookie renews it. */
export function createSession(calls: SessionCalls, clock: SessionClock): Session {
  let state: SessionState = { status: 'loading' };
  /** Apart from the state: a renewed token is no news to whoever shows the person. */
  let held: Held | null = null;
  let timer: unknown;
  let restoring: Promise<void> | null = null;
  // Counts sign-ins and sign-outs: an answer that was asked for before one of them must not undo it.
  let generation = 0;
  const listeners = new Set<() => void>();

  function become(next: SessionState, token: Held | null = null): void {
    held = token;
    clock.clearTimeout(timer);
    if (held !== null) renewIn(renewalDelay(clock.now(), held.expiresAt));
    if (held !== null && saysTheSame(next, state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function renewIn(milliseconds: number): void {
    timer = clock.setTimeout(() => void restore(), milliseconds);
  }

  function accept({ session, user }: SessionAnswer): void {
    if (session === null || user === null || !hold(session, user)) {
      become({ status: 'signed-out', asked: false });
    } else {
      void syncClaims();
    }
  }

  /** False when the answer is no session that this tab may keep. */
  function hold(session: AccessToken, user: User): boolean {
    const claims = readClaims(session.access_token);
    if (claims === null) return false;
    if (user.email_confirmed_at === null) {
      // Nobody stays signed in with an address that is not confirmed, whatever the cookie says.
      calls.signOut().catch(() => {});
      return false;
    }
    const status = claims.owesSecondFactor ? 'second-factor' : 'signed-in';
    // The token's own life, not the server's clock, decides: the two clocks may differ.
    const expiresAt = clock.now() + session.expires_in * 1000;
    become({ status, claims, user }, { token: session.access_token, expiresAt });
    return true;
  }

  async function syncClaims(): Promise<void> {
    if (held === null || !('user' in state)) return;
    const { token } = held;
    const { user } = state;
    const fresh = await calls.syncClaims(token).catch(() => null);
    // Meanwhile renewed or signed out: what that brought is newer.
    if (fresh !== null && currentToken() === token) hold(fresh, user);
  }

  async function restoreOnce(): Promise<void> {
    const asked = generation;
    try {
      const answer = await calls.restore();
      if (asked === generation) accept(answer);
    } catch (error) {
      if (asked !== generation) return;
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

  function forget(asked: boolean): void {
    generation += 1;
    become({ status: 'signed-out', asked });
  }

  function enter(answer: SessionAnswer): void {
    if (answer.session === null) throw new Error('No session returned');
    generation += 1;
    accept(answer);
  }

  const currentToken = () => held?.token ?? null;

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restore,
    async signIn(email, password) {
      enter(await calls.signIn(email, password));
    },
    enter,
    syncClaims,
    async signOut() {
      await calls.signOut();
      forget(true);
    },
    forget,
    async accessToken() {
      if (state.status === 'loading') await restore();
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
