import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/** Signs out everywhere else. */
export const authSessionsEndOthers = declareCall({
  access: 'signed-in',
  method: 'DELETE',
  path: '/auth/v1/sessions',
  summary: 'Sign out everywhere else',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: z.object({ ended: z.number().int() }),
});
