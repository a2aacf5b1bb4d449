import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/** What the early-access form fills in for the signed-in person, and whether they have requested already. */
export const earlyAccessPerson = declareCall({
  access: 'signed-in',
  method: 'GET',
  path: '/functions/v1/early-access-person',
  summary: 'Early access of the signed-in person',
  tag: 'Sales',
  input: z.object({}),
  output: z.object({
    hasExistingRequest: z.boolean(),
    /** Empty where nothing is known. */
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    company_name: z.string(),
    job_title: z.string(),
  }),
});
