import { abortable, createApi, type Send, sendPlain, sendWithToken } from '../api/client.ts';
import type { Leaving } from './lastTab.ts';
import { createSession } from './session.ts';

const visitor = createApi(sendPlain);
/** What a sign-out gives up: nothing is lost with it, and the server would refuse it. */
const untilSignOut = abortable(sendPlain);
const send: Send = (request, init) =>
  request.method === 'GET' ? untilSignOut.send(request, init) : sendPlain(request, init);
const mayRestore = Promise.withResolvers<void>();

/** Allows restoring the cookie's session, once a session that must end has ended. */
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
    signOut: async () => {
      untilSignOut.abort();
      await api.authLogout({});
    },
    // With the given token, because a renewal after a refusal would sync again.
    syncClaims: async (token) => (await apiOf(token, untilSignOut.send).syncClaims({})).session,
  },
  {
    now: () => Date.now(),
    setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  },
);

/** The user of this tab's session; null while nobody has signed in. */
export function currentSubject(): string | null {
  const state = session.get();
  return 'claims' in state ? state.claims.subject : null;
}

/** Every call of the contract, made as the signed-in user. */
export const api = createApi(sendWithToken(session, send));

/** How this browser leaves when its last tab closes. */
export const leaving: Leaving = {
  // Only a beacon is reliably sent while the page closes.
  sayFarewell: () =>
    void navigator.sendBeacon('/auth/v1/leave', new Blob(['{}'], { type: 'application/json' })),
  end: async () => {
    await visitor.authLogout({});
  },
};
