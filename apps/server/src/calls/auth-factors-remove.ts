import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authFactorsRemove = implementCall(contract.authFactorsRemove, async ({ id }, context) => {
  await context.app.factors.remove(await signedInPerson(context), id, callerOf(context));
  return { id };
});
