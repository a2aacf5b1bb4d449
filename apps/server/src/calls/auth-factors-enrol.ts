import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authFactorsEnrol = implementCall(contract.authFactorsEnrol, async (input, context) =>
  context.app.factors.enrol(await signedInPerson(context), input, input.current_password),
);
