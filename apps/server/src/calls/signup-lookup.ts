import { contract } from '@scout/contract';
import { callerOf } from './caller.ts';
import { implementCall } from './implementCall.ts';

export const signupLookup = implementCall(
  contract.signupLookup,
  ({ email, company_name, other_company }, context) =>
    context.app.registration.lookUp(
      email,
      { companyName: company_name, otherCompany: other_company },
      callerOf(context),
    ),
);
