import { declareCall } from '../../call.ts';
import { email } from '../../entities/fields.ts';
import { memberStatuses } from '../../entities/member.ts';
import {
  newSso,
  ssoClientSecret,
  ssoMetadata,
  ssoMetadataUrl,
  ssoSettings,
  ssoStates,
} from '../../entities/sso.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const path = '/api/v1/sso';

/** The organization's single sign-on. */
export const sso = declareCall({
  access: 'admin',
  also: ['auditor'],
  method: 'GET',
  path,
  summary: 'Single sign-on of the organization',
  tag: 'Organizations',
  input: z.object({}),
  output: ssoSettings,
});

/** Sets an OpenID provider up, without effect until it is tested and turned on. Issuer and client ID are immutable. */
export const ssoCreate = declareCall({
  access: 'admin',
  method: 'POST',
  path,
  summary: 'Set single sign-on up',
  tag: 'Organizations',
  input: newSso.extend({ password: z.string().min(1).max(limits.user.passwordMax) }),
  output: ssoSettings,
  errors: ['sso_exists', 'sso_address', 'wrong_password'],
});

/** Turns single sign-on on or off, requires it, and replaces the client secret or the metadata. What is not given stays. */
export const ssoUpdate = declareCall({
  access: 'admin',
  method: 'PATCH',
  path,
  summary: 'Change single sign-on',
  tag: 'Organizations',
  input: z.object({
    state: z.enum(ssoStates).optional(),
    admission: z.enum(memberStatuses).optional(),
    /** Addresses of admins with a password. */
    break_glass: z.array(email).max(limits.sso.breakGlass).optional(),
    /** OpenID Connect alone. */
    client_secret: ssoClientSecret.optional(),
    /** SAML alone, one of both: they name the same provider. */
    metadata_url: ssoMetadataUrl.optional(),
    metadata: ssoMetadata.optional(),
    /** The caller's, with metadata: who has certificates there signs in as anyone. */
    password: z.string().min(1).max(limits.user.passwordMax).optional(),
  }),
  output: ssoSettings,
  errors: [
    'not_found',
    'password_required',
    'sso_address',
    'sso_break_glass',
    'sso_metadata',
    'sso_not_tested',
    'sso_protocol',
    'domain_not_verified',
    'wrong_password',
  ],
});

/** Asks the provider for its description, and begins a sign-in of the caller that signs nobody in: it shows what comes. */
export const ssoTest = declareCall({
  access: 'admin',
  method: 'POST',
  path: `${path}/test`,
  summary: 'Test single sign-on',
  tag: 'Organizations',
  input: z.object({}).optional(),
  /** Address at which the test continues; null with problems. */
  output: z.object({ url: z.string().nullable(), problems: z.array(z.string()) }),
  errors: ['not_found'],
});

/** Removes the provider, and ends the sessions that it began. Members stay. */
export const ssoRemove = declareCall({
  access: 'admin',
  method: 'DELETE',
  path,
  summary: 'Remove single sign-on',
  tag: 'Organizations',
  input: z.object({}).optional(),
  output: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
});
