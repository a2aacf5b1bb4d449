import { declareCall } from '../../call.ts';
import { tenantId } from '../../entities/fields.ts';
import { z } from '../../zod.ts';

/** The provider sends browsers back to here. Redirects to the sign-in screen, with the session's cookie or a reason. */
export const ssoCallback = declareCall({
  access: 'visitor',
  raw: true,
  method: 'GET',
  path: '/auth/v1/sso/{tenant_id}/callback',
  summary: 'End of single sign-on, for browsers',
  tag: 'Authentication',
  input: z.object({ tenant_id: tenantId, state: z.string().max(200).optional() }),
  output: z.string(),
});

/** The provider reports a log-out, as a form with a signed token (OpenID Connect Back-Channel Logout). */
export const ssoLogout = declareCall({
  access: 'visitor',
  raw: true,
  method: 'POST',
  path: '/auth/v1/sso/{tenant_id}/backchannel-logout',
  summary: 'Log-out reported by an identity provider',
  tag: 'Authentication',
  input: z.object({ tenant_id: tenantId, logout_token: z.string() }),
  output: z.object({}),
  errors: ['invalid_logout_token'],
});
