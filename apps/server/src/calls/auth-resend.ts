import { contract, limits } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const authResend = implementCall(contract.authResend, async ({ email }, context) => {
  await context.app.registration.resend(email, callerOf(context));
  return { retry_after: limits.rates.resendPerAccount.windowSeconds };
});
