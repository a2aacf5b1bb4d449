import { declareCall } from '../../call.ts';
import { tenantId } from '../../entities/fields.ts';
import { newSamlSso, ssoSettings } from '../../entities/sso.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

/** Sets a SAML provider up, without effect until it is tested and turned on. Its entity ID is immutable; this server makes a key of its own. */
export const ssoSamlCreate = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/api/v1/sso/saml',
  summary: 'Set single sign-on over SAML up',
  tag: 'Organizations',
  input: newSamlSso.extend({ password: z.string().min(1).max(limits.user.passwordMax) }),
  output: ssoSettings,
  errors: ['sso_exists', 'sso_address', 'sso_metadata', 'wrong_password'],
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
