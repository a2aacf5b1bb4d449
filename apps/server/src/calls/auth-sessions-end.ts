import { contract } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authSessionsEnd = implementCall(contract.authSessionsEnd, async ({ id }, context) => {
  const person = await signedInPerson(context);
  const ended = await context.app.accounts.endSessions(person, { only: id }, callerOf(context));
  if (ended === 0) throw new Refusal('not_found');
  return {};
});
