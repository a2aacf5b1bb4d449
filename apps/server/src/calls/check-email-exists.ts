import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const checkEmailExists = implementCall(contract.checkEmailExists, async ({ email }, context) => ({
  exists: await context.app.registration.emailExists(email, callerOf(context)),
}));
