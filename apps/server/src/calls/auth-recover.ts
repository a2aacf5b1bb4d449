import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const authRecover = implementCall(contract.authRecover, async ({ email }, context) => {
  await context.app.passwords.recover(email, callerOf(context));
  return {};
});
