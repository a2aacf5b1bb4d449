import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const deleteAccount = implementCall(contract.deleteAccount, async ({ password }, context) => {
  const person = await signedInPerson(context);
  const answer = await context.app.removal.deleteAccount(person, password, callerOf(context));
  context.setHeader('set-cookie', context.app.accounts.clearCookies());
  return answer;
});
