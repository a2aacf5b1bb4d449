import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authRecoveryCodes = implementCall(contract.authRecoveryCodes, async (_input, context) => ({
  recovery_codes: await context.app.factors.renewRecoveryCodes(
    await signedInPerson(context),
    callerOf(context),
  ),
}));
