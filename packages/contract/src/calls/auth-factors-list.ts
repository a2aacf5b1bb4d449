import { declareCall } from '../call.ts';
import { factor } from '../entities/account.ts';
import { z } from '../zod.ts';

/** The user's second factors, the oldest first. */
export const authFactorsList = declareCall({
  access: 'half-signed-in',
  method: 'GET',
  path: '/auth/v1/factors',
  summary: 'Second factors',
  tag: 'Authentication',
  input: z.object({}),
  output: z.object({ factors: z.array(factor), recovery_codes_left: z.number().int() }),
});
