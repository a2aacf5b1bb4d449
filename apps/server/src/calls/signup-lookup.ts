import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const signupLookup = implementCall(contract.signupLookup, ({ email, company_name }, context) =>
  context.app.registration.lookUp(email, company_name, callerOf(context)),
);
