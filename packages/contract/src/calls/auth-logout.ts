import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/** Ends the session of the cookie and clears it; harmless without one. */
export const authLogout = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/logout',
  summary: 'Sign out',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: z.object({}),
});
