import { contract } from '@scout/contract';
import { callerOf } from '../../../platform/http/caller.ts';
import { signedInPerson } from '../calling/signedInPerson.ts';
import { implementCall } from '../services.ts';

export const authFactorsList = implementCall(contract.authFactorsList, (_input, { app, claims }) =>
  app.factors.list(claims.sub),
);

export const authFactorsEnrol = implementCall(contract.authFactorsEnrol, async (input, context) =>
  context.app.factors.enrol(await signedInPerson(context), input, input.current_password),
);

export const authFactorsVerify = implementCall(contract.authFactorsVerify, async (input, context) => {
  const { app, claims } = context;
  const owner = await signedInPerson(context);
  const attempt = { factorId: input.id, challengeId: input.challenge_id, code: input.code };
  const codes = await app.factors.verify(owner, attempt, callerOf(context));
  const user = await app.users.userOf(claims);
  if (!user) throw new Error('The user was deleted meanwhile');
  return {
    session: await app.sessions.issueToken(claims.sub, claims.session_id),
    user,
    ...(codes && { recovery_codes: codes }),
  };
});

export const authFactorsChallenge = implementCall(contract.authFactorsChallenge, async ({ id }, context) =>
  context.app.factors.challenge(await signedInPerson(context), id),
);

export const authFactorsRemove = implementCall(
  contract.authFactorsRemove,
  async ({ id, current_password }, context) => {
    const owner = await signedInPerson(context);
    await context.app.factors.remove(owner, id, current_password, callerOf(context));
    return { id };
  },
);

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
