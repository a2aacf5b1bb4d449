import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';
import { signedInPerson } from './signedInPerson.ts';

export const authFactorsVerify = implementCall(contract.authFactorsVerify, async (input, context) => {
  const { app, claims } = context;
  const owner = await signedInPerson(context);
  const attempt = { factorId: input.id, challengeId: input.challenge_id, code: input.code };
  const codes = await app.factors.verify(owner, attempt, callerOf(context));
  const user = await app.accounts.userOf(claims);
  if (!user) throw new Error('The account was deleted meanwhile');
  return {
    session: await app.sessions.issueToken(claims.sub, claims.session_id),
    user,
    ...(codes && { recovery_codes: codes }),
  };
});
