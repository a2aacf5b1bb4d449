import { declareCall } from '../call.ts';
import { memberStatuses } from '../entities/member.ts';
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
    /** The company of the domain was offered and is not the person's: the entered name decides. */
    other_company: z.boolean().default(false),
  }),
  output: z.object({
    /** The name to fill in and lock; null unless `company` is 'join'. */
    company_name: z.string().nullable(),
    /** Null while no company name decides it. */
    company: z.enum(['new', 'join', 'domain-mismatch']).nullable(),
    /** What joining means: at once, or once an admin lets them in. Null unless `company` is 'join'. */
    admission: z.enum(memberStatuses).nullable(),
    /** Nobody has proved by DNS that the domain is this company's: another may be founded instead. */
    optional: z.boolean(),
  }),
});
