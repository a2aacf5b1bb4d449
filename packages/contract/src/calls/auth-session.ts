import { declareCall } from '../call.ts';
import { session, user } from '../entities/session.ts';
import { z } from '../zod.ts';

/** A fresh access token for the session cookie; both null when there is no session. */
export const authSession = declareCall({
  access: 'visitor',
  method: 'GET',
  path: '/auth/v1/session',
  summary: 'The session of the cookie, with a fresh access token',
  tag: 'Authentication',
  input: z.object({}),
  output: z.object({ session: session.nullable(), user: user.nullable() }),
});
