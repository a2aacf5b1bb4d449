import { declareCall } from '../../call.ts';
import { email } from '../../entities/fields.ts';
import { z } from '../../zod.ts';

/** Begins a sign-in at the identity provider of the organization that has verified the address's domain. Sets a cookie for its end. */
export const ssoStart = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/auth/v1/sso/start',
  summary: 'Begin single sign-on',
  tag: 'Authentication',
  input: z.object({ email }),
  /** The provider's address, which the browser opens. */
  output: z.object({ url: z.string() }),
  errors: ['sso_unavailable', 'sso_provider'],
});
