import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/** Begins an attempt to show a factor. */
export const authFactorsChallenge = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/factors/{id}/challenge',
  summary: 'Challenge a second factor',
  tag: 'Authentication',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    /** For the verify call of the same factor and session. */
    id: z.string(),
    /** Seconds since the epoch. */
    expires_at: z.number().int(),
  }),
  errors: ['not_found'],
});
