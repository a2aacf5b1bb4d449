import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const authSession = implementCall(contract.authSession, async (_input, context) => {
  const resumed = await context.app.accounts.resume(callerOf(context));
  if (!resumed) return { session: null, user: null };
  context.setHeader('set-cookie', resumed.cookies);
  return { session: resumed.session, user: resumed.user };
});
