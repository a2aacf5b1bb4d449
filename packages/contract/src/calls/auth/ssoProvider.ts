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

/** The provider has browsers send its response here, as a form. Redirects to the end of the sign-in. */
export const ssoSamlResponse = declareCall({
  access: 'visitor',
  raw: true,
  method: 'POST',
  path: '/auth/v1/sso/{tenant_id}/acs',
  summary: 'Response of a SAML identity provider, from browsers',
  tag: 'Authentication',
  input: z.object({ tenant_id: tenantId, SAMLResponse: z.string(), RelayState: z.string() }),
  output: z.string(),
});

/** This server's metadata for the organization's SAML provider: addresses and certificate, as XML. */
export const ssoSamlMetadata = declareCall({
  access: 'visitor',
  raw: true,
  method: 'GET',
  path: '/auth/v1/sso/{tenant_id}/metadata',
  summary: 'SAML metadata of this server for an organization’s provider',
  tag: 'Authentication',
  input: z.object({ tenant_id: tenantId }),
  output: z.string(),
  errors: ['not_found'],
});
