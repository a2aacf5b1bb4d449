import { declareCall } from '../../call.ts';
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
