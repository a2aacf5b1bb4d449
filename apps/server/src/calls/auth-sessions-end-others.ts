import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authSessionsEndOthers = implementCall(
  contract.authSessionsEndOthers,
  async (_input, context) => {
    const person = await signedInPerson(context);
    const which = { except: person.sessionId };
    return { ended: await context.app.accounts.endSessions(person, which, callerOf(context)) };
  },
);
