import { abortable, createApi, type Send, sendPlain, sendWithToken } from '../api/client.ts';
import type { Leaving } from './lastTab.ts';
import { createSession } from './session.ts';

const visitor = createApi(sendPlain);
/** Requests aborted until a sign-out has ended: the server would refuse them, and nothing is lost. */
const untilSignOut = abortable(sendPlain);
const send: Send = (request, init) =>
  request.method === 'GET' ? untilSignOut.send(request, init) : sendPlain(request, init);
const mayRestore = Promise.withResolvers<void>();

/** Permits restoring the cookie's session, once a session that must end has ended. */
export const letRestore = mayRestore.resolve;

/** Every call of the contract, made with the given token. */
export const apiOf = (token: string, send = sendPlain) =>
  createApi(sendWithToken({ accessToken: async () => token, renewAfter: async () => null }, send));

/** The session of this tab. */
export const session = createSession(
  {
    restore: async () => {
      await mayRestore.promise;
      return visitor.authSession({});
    },
    signIn: (email, password) =>
      visitor.authToken({ query: { grant_type: 'password' }, body: { email, password } }),
    signOut: () => untilSignOut.abortDuring(async () => (await api.authLogout({})).continue_at),
    // With the given token, because a renewal after a refusal would sync again.
    syncClaims: async (token) => (await apiOf(token, untilSignOut.send).syncClaims({})).session,
  },
  {
    now: () => Date.now(),
    setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  },
);

/** The user of this tab's session; null before the first sign-in. */
export function currentSubject(): string | null {
  const state = session.get();
  return 'claims' in state ? state.claims.subject : null;
}

/** Every call of the contract, made as the signed-in user. */
export const api = createApi(sendWithToken(session, send));

/** Actions when the browser's last tab closes. */
export const leaving: Leaving = {
  // Only a beacon is reliably sent while the page closes.
  sayFarewell: () =>
    void navigator.sendBeacon('/auth/v1/leave', new Blob(['{}'], { type: 'application/json' })),
  end: async () => {
    await visitor.authLogout({});
  },
};
