import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/** Ends one session of the user. */
export const authSessionsEnd = declareCall({
  access: 'signed-in',
  method: 'DELETE',
  path: '/auth/v1/sessions/{id}',
  summary: 'End a session',
  tag: 'Authentication',
  input: z.object({ id: z.string().min(1).max(64) }),
  output: z.object({}),
  errors: ['not_found'],
});
