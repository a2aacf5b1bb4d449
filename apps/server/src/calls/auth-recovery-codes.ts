import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authRecoveryCodes = implementCall(
  contract.authRecoveryCodes,
  async ({ current_password }, context) => ({
    recovery_codes: await context.app.factors.renewRecoveryCodes(
      await signedInPerson(context),
      current_password,
      callerOf(context),
    ),
  }),
);
