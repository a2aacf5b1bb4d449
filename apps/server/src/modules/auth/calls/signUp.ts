import { contract, limits } from '@scout/contract';
import { callerOf } from '../../../platform/http/caller.ts';
import { implementCall } from '../services.ts';

export const authSignup = implementCall(contract.authSignup, async (input, context) => {
  const user = await context.app.registration.signUp(input, callerOf(context));
  return { user, session: null };
});

export const authVerify = implementCall(contract.authVerify, async (input, context) => {
  const { registration } = context.app;
  const { session, user, cookies } = await ('email' in input
    ? registration.confirmByCode(input.email, input.token, callerOf(context))
    : registration.confirmByLink(input.token_hash, callerOf(context)));
  context.setHeader('set-cookie', cookies);
  return { session, user };
});

export const authResend = implementCall(contract.authResend, async ({ email }, context) => {
  await context.app.registration.resend(email, callerOf(context));
  return { retry_after: limits.rates.resendPerUser.windowSeconds };
});

export const checkEmailExists = implementCall(contract.checkEmailExists, async ({ email }, context) => ({
  exists: await context.app.registration.emailExists(email, callerOf(context)),
}));

export const signupLookup = implementCall(
  contract.signupLookup,
  ({ email, company_name, other_company }, context) =>
    context.app.registration.lookUp(
      email,
      { companyName: company_name, otherCompany: other_company },
      callerOf(context),
    ),
);
