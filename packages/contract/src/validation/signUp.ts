import { z } from '../zod.ts';
import { companyEmailProblem } from './companyEmail.ts';
import { companyEmailRule } from './email.ts';
import { companyNameRule, firstNameRule, lastNameRule } from './names.ts';
import { chosenPasswordProblem, newPasswordRule, passwordMessages } from './password.ts';

/** Fields of the sign-up form, as held by its inputs. */
export interface SignUpFields {
  readonly email: string;
  readonly password: string;
  readonly confirm_password: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company_name: string;
}

export interface SignUpProblem {
  readonly field: keyof SignUpFields;
  readonly message: string;
}

const checks: readonly ((fields: SignUpFields) => SignUpProblem | undefined)[] = [
  ({ email }) => problem('email', companyEmailProblem(email)),
  ({ password, confirm_password }) => {
    const message = chosenPasswordProblem(password, confirm_password);
    return problem(message === passwordMessages.mismatch ? 'confirm_password' : 'password', message);
  },
  ({ first_name }) => problem('first_name', faultOf(firstNameRule, first_name)),
  ({ last_name }) => problem('last_name', faultOf(lastNameRule, last_name)),
  ({ company_name }) => problem('company_name', faultOf(companyNameRule, company_name)),
];

/** All faults of the sign-up form, at most one per field, in the order of spec section 5. */
export function signUpProblems(fields: SignUpFields): SignUpProblem[] {
  return checks.flatMap((check) => check(fields) ?? []);
}

/** Body of the sign-up call, by the same rules; the repeated password is not sent. */
export const signUpBody = z.object({
  email: companyEmailRule,
  password: newPasswordRule,
  data: z.object({ first_name: firstNameRule, last_name: lastNameRule, company_name: companyNameRule }),
});

function problem(field: keyof SignUpFields, message: string | undefined): SignUpProblem | undefined {
  return message === undefined ? undefined : { field, message };
}

function faultOf(rule: z.ZodType, value: string): string | undefined {
  const checked = rule.safeParse(value);
  return checked.success ? undefined : checked.error.issues[0]?.message;
}
