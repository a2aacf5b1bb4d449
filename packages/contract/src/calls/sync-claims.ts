import { declareCall } from '../call.ts';
import { session } from '../entities/session.ts';
import { z } from '../zod.ts';

/** A fresh access token whose claims say what membership and role are now. */
export const syncClaims = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/functions/v1/sync-claims',
  summary: 'Renew the claims of the access token',
  tag: 'Authentication',
  input: z.object({}).optional(),
  output: z.object({ session }),
});
