import { declareCall } from '../call.ts';
import { activeSession } from '../entities/account.ts';
import { z } from '../zod.ts';

/** Where the user is signed in, the session that asks first. */
export const authSessionsList = declareCall({
  access: 'signed-in',
  method: 'GET',
  path: '/auth/v1/sessions',
  summary: 'Active sessions',
  tag: 'Authentication',
  input: z.object({}),
  output: z.array(activeSession),
});
