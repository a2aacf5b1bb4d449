import { declareCall } from '../call.ts';
import { session, user } from '../entities/session.ts';
import { z } from '../zod.ts';

/**
 * Shows a factor: the code of the authenticator app or, for a factor that is verified already, an unused recovery code.
 * The session is marked and its next access token says aal2. The first factor also brings the recovery codes, once.
 */
export const authFactorsVerify = declareCall({
  access: 'half-signed-in',
  method: 'POST',
  path: '/auth/v1/factors/{id}/verify',
  summary: 'Verify a second factor',
  tag: 'Authentication',
  input: z.object({
    id: z.uuid(),
    challenge_id: z.string().min(1).max(300),
    code: z.string().trim().min(1).max(64),
  }),
  output: z.object({ session, user, recovery_codes: z.array(z.string()).optional() }),
  errors: ['not_found', 'invalid_factor_code', 'invalid_challenge', 'second_factor_required'],
});
