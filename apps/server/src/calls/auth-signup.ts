import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const authSignup = implementCall(contract.authSignup, async (input, context) => {
  const user = await context.app.registration.signUp(input, callerOf(context));
  return { user, session: null };
});
