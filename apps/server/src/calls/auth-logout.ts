import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const authLogout = implementCall(contract.authLogout, async (_input, context) => {
  context.setHeader('set-cookie', await context.app.accounts.signOut(callerOf(context)));
  return {};
});
