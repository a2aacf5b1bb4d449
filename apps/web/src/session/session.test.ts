import type { Session as AccessToken } from '@scout/contract';
import { describe, expect, test, vi } from 'vitest';
import { createSession, renewalDelay, type SessionAnswer } from './session.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (subject: string, serial: number, more = {}) =>
  `${encode({})}.${encode({ sub: subject, tenant_id: 't', roles: ['admin'], serial, ...more })}.x`;
const none: SessionAnswer = { session: null, user: null };

function answer(subject: string, serial = 0): SessionAnswer {
  return {
    session: { access_token: tokenOf(subject, serial), token_type: 'bearer', expires_in: 600, expires_at: 1 },
    user: {
      id: subject,
      email: `${subject}@northwind.example`,
      email_confirmed_at: '2026-01-01T00:00:00.000Z',
      last_sign_in_at: null,
      previous_sign_in_at: null,
      created_at: '2026-01-01T00:00:00.000Z',
    },
  };
}

function bench() {
  let now = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  let nextTimer = 1;
  const calls = {
    restore: vi.fn(async (): Promise<SessionAnswer> => answer('ada')),
    signIn: vi.fn(async (): Promise<SessionAnswer> => answer('ada')),
    signOut: vi.fn(async (): Promise<string | null> => null),
    syncClaims: vi.fn(
      async (_token: string): Promise<AccessToken> => Promise.reject(new TypeError('network')),
    ),
  };
  const session = createSession(calls, {
    now: () => now,
    setTimeout: (callback, milliseconds) => {
      timers.set(nextTimer, { at: now + milliseconds, callback });
      return nextTimer++;
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
  });
  const advance = async (milliseconds: number) => {
    now += milliseconds;
    for (const [id, timer] of timers) {
      if (timer.at > now) continue;
      timers.delete(id);
      timer.callback();
    }
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const token = () => session.accessToken();
  return { session, calls, advance, timers, token };
}

describe('renewalDelay', () => {
  test.each([
    [600_000, 540_000],
    [100_000, 80_000],
    [2_000, 1_600],
    [500, 1_000],
    [-5_000, 1_000],
    [30 * 24 * 3_600_000, 2_147_483_647],
  ])('a token good for %i ms is renewed after %i ms', (life, delay) => {
    expect(renewalDelay(1_000, 1_000 + life)).toBe(delay);
  });
});

describe('createSession', () => {
  test('starts loading and restores from the cookie', async () => {
    const { session } = bench();
    expect(session.get()).toEqual({ status: 'loading' });
    await session.restore();
    expect(session.get()).toMatchObject({
      status: 'signed-in',
      claims: { subject: 'ada', tenantId: 't', roles: ['admin'] },
    });
  });

  test('is signed out without a cookie', async () => {
    const { session, calls } = bench();
    calls.restore.mockResolvedValue(none);
    await session.restore();
    expect(session.get()).toEqual({ status: 'signed-out', deliberate: false });
    expect(await session.accessToken()).toBeNull();
  });

  test('a server that does not answer is not a sign-out', async () => {
    const { session, calls } = bench();
    const error = new TypeError('network');
    calls.restore.mockRejectedValue(error);
    await session.restore();
    expect(session.get()).toEqual({ status: 'unreachable', error });
  });

  test('concurrent restores share one request', async () => {
    const { session, calls } = bench();
    await Promise.all([session.restore(), session.restore(), session.accessToken()]);
    expect(calls.restore).toHaveBeenCalledOnce();
  });

  test('renews a minute before the token ends', async () => {
    const { session, calls, advance, token } = bench();
    await session.restore();
    calls.restore.mockResolvedValue(answer('ada', 1));
    await advance(539_999);
    expect(calls.restore).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(await token()).toBe(tokenOf('ada', 1));
  });

  test('a failed renewal keeps the session and retries', async () => {
    const { session, calls, advance, token } = bench();
    await session.restore();
    calls.restore.mockRejectedValueOnce(new TypeError('network')).mockResolvedValue(answer('ada', 2));
    await advance(540_000);
    expect(await token()).toBe(tokenOf('ada', 0));
    await advance(5_000);
    expect(await token()).toBe(tokenOf('ada', 2));
  });

  test('a session that ended on the server signs out at renewal', async () => {
    const { session, calls, advance } = bench();
    await session.restore();
    calls.restore.mockResolvedValue(none);
    await advance(540_000);
    expect(session.get()).toEqual({ status: 'signed-out', deliberate: false });
  });

  test('after a sleep the next call waits for a fresh token', async () => {
    const { session, calls, advance, timers } = bench();
    await session.restore();
    timers.clear();
    await advance(600_000);
    calls.restore.mockResolvedValue(answer('ada', 3));
    expect(await session.accessToken()).toBe(tokenOf('ada', 3));
  });

  test('a refused token is renewed once; a refused fresh token is not', async () => {
    const { session, calls, token } = bench();
    await session.restore();
    const refused = (await token()) ?? '';
    calls.restore.mockResolvedValue(answer('ada', 4));
    expect(await session.renewAfter(refused)).toBe(tokenOf('ada', 4));
    // A second caller with the refused token gets the new one without another request.
    expect(await session.renewAfter(refused)).toBe(tokenOf('ada', 4));
    expect(calls.restore).toHaveBeenCalledTimes(2);
    expect(await session.renewAfter(tokenOf('ada', 4))).toBeNull();
  });

  test('signing in needs a session in the answer', async () => {
    const { session, calls } = bench();
    calls.signIn.mockResolvedValue(none);
    await expect(session.signIn('ada@northwind.example', 'x')).rejects.toThrow('No session returned');
    expect(session.get()).toEqual({ status: 'loading' });
  });

  test('a renewal requested before signing out does not sign in again', async () => {
    const { session, calls } = bench();
    await session.restore();
    let resolve = (_: SessionAnswer) => {};
    calls.restore.mockReturnValue(
      new Promise((settle) => {
        resolve = settle;
      }),
    );
    const renewal = session.restore();
    session.forget(false);
    resolve(answer('ada', 5));
    await renewal;
    expect(session.get()).toEqual({ status: 'signed-out', deliberate: false });
  });

  test('forgetting stops the renewal', async () => {
    const { session, timers } = bench();
    await session.restore();
    session.forget(false);
    expect(timers.size).toBe(0);
  });

  test('signing out ends the session on the server first', async () => {
    const { session, calls } = bench();
    await session.restore();
    await session.signOut();
    expect(calls.signOut).toHaveBeenCalledOnce();
    expect(session.get()).toEqual({ status: 'signed-out', deliberate: true });
  });

  test('a sign-out that did not reach the server changes nothing', async () => {
    const { session, calls } = bench();
    await session.restore();
    calls.signOut.mockRejectedValue(new TypeError('network'));
    await expect(session.signOut()).rejects.toThrow('network');
    expect(session.get().status).toBe('signed-in');
  });

  test('a token that requires a second factor is held, without being signed in', async () => {
    const { session, calls } = bench();
    const half = answer('ada');
    calls.signIn.mockResolvedValue({
      ...half,
      session: { ...half.session!, access_token: tokenOf('ada', 1, { aal: 'aal1' }) },
    });
    await session.signIn('ada@northwind.example', 'x');
    expect(session.get().status).toBe('second-factor');
    expect(await session.accessToken()).toBe(tokenOf('ada', 1, { aal: 'aal1' }));
    session.enter(answer('ada', 2));
    expect(session.get().status).toBe('signed-in');
  });

  test('a session with an unconfirmed address is ended', async () => {
    const { session, calls } = bench();
    const { user, session: token } = answer('ada');
    calls.restore.mockResolvedValue({ session: token, user: { ...user!, email_confirmed_at: null } });
    await session.restore();
    expect(session.get()).toEqual({ status: 'signed-out', deliberate: false });
    expect(calls.signOut).toHaveBeenCalledOnce();
    expect(calls.syncClaims).not.toHaveBeenCalled();
  });

  test('claims are synced after a sign-in and after each renewal', async () => {
    const { session, calls, advance, token } = bench();
    calls.syncClaims.mockImplementation(async () => answer('ada', 9).session!);
    await session.restore();
    await advance(0);
    expect(calls.syncClaims).toHaveBeenLastCalledWith(tokenOf('ada', 0));
    expect(await token()).toBe(tokenOf('ada', 9));
    calls.restore.mockResolvedValue(answer('ada', 1));
    await advance(540_000);
    expect(calls.syncClaims).toHaveBeenLastCalledWith(tokenOf('ada', 1));
    await session.signIn('ada@northwind.example', 'x');
    expect(calls.syncClaims).toHaveBeenCalledTimes(3);
  });

  test('a renewed token notifies listeners only when the claims differ', async () => {
    const { session, calls, advance, token } = bench();
    await session.restore();
    const listener = vi.fn();
    session.subscribe(listener);
    const before = session.get();
    calls.restore.mockResolvedValue(answer('ada', 1));
    await advance(540_000);
    expect(await token()).toBe(tokenOf('ada', 1));
    expect(session.get()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
    calls.restore.mockResolvedValue(answer('bob', 2));
    await advance(540_000);
    expect(session.get()).toMatchObject({ claims: { subject: 'bob' } });
    expect(listener).toHaveBeenCalledOnce();
  });

  test('a sync that ends after signing out changes nothing', async () => {
    const { session, calls, advance } = bench();
    const synced = Promise.withResolvers<AccessToken>();
    calls.syncClaims.mockReturnValue(synced.promise);
    await session.restore();
    session.forget(true);
    synced.resolve(answer('ada', 9).session!);
    await advance(0);
    expect(session.get()).toEqual({ status: 'signed-out', deliberate: true });
  });
});
