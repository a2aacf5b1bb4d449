import { contract } from '@scout/contract';
import { callerOf } from '../../../platform/http/caller.ts';
import { implementCall } from '../services.ts';

export const authRecover = implementCall(contract.authRecover, async ({ email }, context) => {
  await context.app.passwords.recover(email, callerOf(context));
  return {};
});

export const authResetPassword = implementCall(
  contract.authResetPassword,
  async ({ token, password }, context) => {
    const cookies = await context.app.passwords.reset(token, password, callerOf(context));
    context.setHeader('set-cookie', cookies);
    return {};
  },
);
