import { companyEmailMessages, companyEmailProblem } from '@scout/contract';

/** What is wrong with an address at sign-in, or null (spec section 5, login). */
export function loginEmailProblem(text: string): string | null {
  const problem = companyEmailProblem(text);
  return problem === undefined ? null : problem || companyEmailMessages.fallback;
}
