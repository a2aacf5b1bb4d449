import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authFactorsRemove = implementCall(
  contract.authFactorsRemove,
  async ({ id, current_password }, context) => {
    const owner = await signedInPerson(context);
    await context.app.factors.remove(owner, id, current_password, callerOf(context));
    return { id };
  },
);
