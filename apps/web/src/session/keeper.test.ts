import { afterEach, describe, expect, test } from 'vitest';
import { fakePage } from '../store/fakeStorage.ts';
import { ownerKey } from '../store/recentEvents.ts';
import { keepSession } from './keeper.ts';
import { keepReturnPath, keptView } from './returnPath.ts';
import { createSession, type SessionAnswer } from './session.ts';
import { rememberSubscription } from './subscription.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function answer(subject: string): SessionAnswer {
  return {
    session: {
      access_token: `${encode({})}.${encode({ sub: subject, roles: [] })}.x`,
      token_type: 'bearer',
      expires_in: 600,
      expires_at: 1,
    },
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

/** One browser: its tabs share the cookie and local storage. */
function browser() {
  const page = fakePage();
  let cookie: string | null = null;
  const none: SessionAnswer = { session: null, user: null };
  const calls = {
    restore: async () => (cookie === null ? none : answer(cookie)),
    signIn: async (email: string) => {
      cookie = email;
      return answer(email);
    },
    signOut: async () => {
      cookie = null;
      return null;
    },
    syncClaims: async () => Promise.reject(new TypeError('network')),
  };
  const clock = { now: () => 0, setTimeout: () => 0, clearTimeout: () => {} };
  return {
    page,
    openTab() {
      const session = createSession(calls, clock);
      stops.push(keepSession(session, page));
      return session;
    },
  };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('keepSession', () => {
  test('signing out removes stored data', async () => {
    const { page, openTab } = browser();
    const session = openTab();
    await session.signIn('ada', 'x');
    page.localStorage.setItem(ownerKey, 'x');
    rememberSubscription(page, true);
    keepReturnPath(page.sessionStorage, { pathname: '/settings', search: '', hash: '' }, 'ada');
    await session.signOut();
    expect(keptView(page.sessionStorage, 'ada')).toBeNull();
    expect(page.localStorage.length).toBe(0);
  });

  test('signing in and out in one tab reaches the others', async () => {
    const { openTab } = browser();
    const [first, second] = [openTab(), openTab()];
    await expect.poll(() => second.get().status).toBe('signed-out');
    await first.signIn('ada', 'x');
    await expect.poll(() => second.get().status).toBe('signed-in');
    await first.signOut();
    await expect.poll(() => second.get()).toEqual({ status: 'signed-out', deliberate: true });
  });
});
