import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { createApi, sendPlain, sendWithToken } from '../api/client.ts';
import type { Leaving } from './lastTab.ts';
import { createSession } from './session.ts';

const visitor = createApi(sendPlain);
const mayRestore = Promise.withResolvers<void>();

/** From here on the cookie's session may be asked for: one that has to end first has ended. */
export const letRestore = mayRestore.resolve;

/** Every call of the contract, made with this very token. */
export const apiOf = (token: string) =>
  createApi(sendWithToken({ accessToken: async () => token, renewAfter: async () => null }));

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
      await api.authLogout({});
    },
    // With this very token: a refusal here must not renew it, which would sync again.
    syncClaims: async (token) => (await apiOf(token).syncClaims({})).session,
  },
  {
    now: () => Date.now(),
    setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  },
);

/** The account of this tab's session; null while nobody has signed in. */
export function currentSubject(): string | null {
  const state = session.getState();
  return 'claims' in state ? state.claims.subject : null;
}

/** Every call of the contract, made as the signed-in user. */
export const api = createApi(sendWithToken(session));

/** The same calls as TanStack Query options. */
export const query = createTanstackQueryUtils(api);

/** How this browser leaves when its last tab closes. */
export const leaving: Leaving = {
  // A page that closes has no time for a promise: only a beacon is certain to be sent.
  sayFarewell: () =>
    void navigator.sendBeacon('/auth/v1/leave', new Blob(['{}'], { type: 'application/json' })),
  end: async () => {
    await visitor.authLogout({});
  },
};
