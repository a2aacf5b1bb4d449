import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const authLeave = implementCall(contract.authLeave, async (_input, context) => {
  await context.app.accounts.leave(callerOf(context));
  return {};
});
