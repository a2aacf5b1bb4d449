import { contract } from '@scout/contract';
import { callerOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { readPublicKeys } from '../accessToken.ts';
import { signedInPerson } from '../calling/signedInPerson.ts';
import { implementCall } from '../services.ts';

export const authToken = implementCall(contract.authToken, async ({ query, body }, context) => {
  if (query.grant_type !== 'password') throw new Refusal('unsupported_grant_type');
  const { session, user, cookies } = await context.app.users.signIn(
    body.email,
    body.password,
    callerOf(context),
  );
  context.setHeader('set-cookie', cookies);
  return { session, user };
});

export const authSession = implementCall(contract.authSession, async (_input, context) => {
  const resumed = await context.app.users.resume(callerOf(context));
  if (!resumed) return { session: null, user: null };
  context.setHeader('set-cookie', resumed.cookies);
  return { session: resumed.session, user: resumed.user };
});

export const authLogout = implementCall(contract.authLogout, async (_input, context) => {
  const { cookies, continueAt } = await context.app.users.signOut(callerOf(context));
  context.setHeader('set-cookie', cookies);
  return { continue_at: continueAt };
});

export const authLeave = implementCall(contract.authLeave, async (_input, context) => {
  await context.app.users.leave(callerOf(context));
  return {};
});

export const authSessionsList = implementCall(contract.authSessionsList, (_input, { app, claims }) =>
  app.sessions.list(claims.sub, claims.session_id),
);

export const authSessionsEnd = implementCall(contract.authSessionsEnd, async ({ id }, context) => {
  const person = await signedInPerson(context);
  const ended = await context.app.users.endSessions(person, { only: id }, callerOf(context));
  if (ended === 0) throw new Refusal('not_found');
  return {};
});

export const authSessionsEndOthers = implementCall(
  contract.authSessionsEndOthers,
  async (_input, context) => {
    const person = await signedInPerson(context);
    const which = { except: person.sessionId };
    return { ended: await context.app.users.endSessions(person, which, callerOf(context)) };
  },
);

export const syncClaims = implementCall(contract.syncClaims, async (_input, { app, claims }) => ({
  session: await app.sessions.issueToken(claims.sub, claims.session_id),
}));

export const jwks = implementCall(contract.jwks, async (_input, { app, setHeader }) => {
  setHeader('cache-control', 'public, max-age=300');
  return { keys: await readPublicKeys(app.authStore) };
});
