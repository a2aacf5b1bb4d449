import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authFactorsChallenge = implementCall(contract.authFactorsChallenge, async ({ id }, context) =>
  context.app.factors.challenge(await signedInPerson(context), id),
);
