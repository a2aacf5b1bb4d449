import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const authVerify = implementCall(contract.authVerify, async (input, context) => {
  const { registration } = context.app;
  const { session, user, cookies } = await ('email' in input
    ? registration.confirmByCode(input.email, input.token, callerOf(context))
    : registration.confirmByLink(input.token_hash, callerOf(context)));
  context.setHeader('set-cookie', cookies);
  return { session, user };
});
