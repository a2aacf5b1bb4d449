import { contract } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const authToken = implementCall(contract.authToken, async ({ query, body }, context) => {
  if (query.grant_type !== 'password') throw new Refusal('unsupported_grant_type');
  const { session, user, cookies } = await context.app.accounts.signIn(
    body.email,
    body.password,
    callerOf(context),
  );
  context.setHeader('set-cookie', cookies);
  return { session, user };
});
