import { declareCall } from '../call.ts';
import { limits } from '../limits.ts';
import { companyEmailRule } from '../validation/companyEmail.ts';
import { z } from '../zod.ts';

/**
 * What the sign-up form shows under the company field: the company that the address's domain joins, or whether the name
 * that was entered is new or another domain's. Never a list of members or addresses.
 */
export const signupLookup = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/signup-lookup',
  summary: 'The company of a sign-up',
  tag: 'Authentication',
  input: z.object({
    email: companyEmailRule,
    company_name: z.string().trim().max(limits.account.nameMax).optional(),
  }),
  output: z.object({
    /** The name to fill in and lock; null unless `company` is 'join'. */
    company_name: z.string().nullable(),
    /** Null while no company name decides it. */
    company: z.enum(['new', 'join', 'domain-mismatch']).nullable(),
  }),
});
