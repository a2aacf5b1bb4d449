import { declareCall } from '../../call.ts';
import { apiToken, newApiToken } from '../../entities/apiToken.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const own = '/api/v1/tokens';
const ofOrganization = '/api/v1/organization/tokens';
const { perPerson, perOrganization, membersListed } = limits.apiTokens;

/** Only this response shows the token itself. */
const created = apiToken.extend({ token: z.string() });
const confirmed = newApiToken.extend({ password: z.string().min(1).max(limits.user.passwordMax) });

/** The caller's own API tokens, newest first. */
export const apiTokens = declareCall({
  access: 'member',
  also: ['analyst', 'auditor', 'owner'],
  method: 'GET',
  path: own,
  summary: 'Own API tokens',
  tag: 'API tokens',
  input: z.object({}),
  output: z.array(apiToken).max(perPerson),
});

/** Creates a token that acts as the caller, within its scopes and with the caller's current role. */
export const apiTokensCreate = declareCall({
  access: 'member',
  also: ['analyst', 'auditor', 'owner'],
  method: 'POST',
  path: own,
  summary: 'Create an API token of one’s own',
  tag: 'API tokens',
  input: confirmed,
  output: created,
  errors: ['wrong_password', 'api_token_limit'],
});

/** Revokes a token of the caller's own. */
export const apiTokensRevoke = declareCall({
  access: 'member',
  also: ['analyst', 'auditor', 'owner'],
  method: 'DELETE',
  path: `${own}/{token_id}`,
  summary: 'Revoke an API token of one’s own',
  tag: 'API tokens',
  input: z.object({ token_id: z.uuid() }),
  output: z.object({ token_id: z.uuid() }),
  errors: ['not_found'],
});

/** The organization's API tokens, then those of its members, each newest first. */
export const organizationTokens = declareCall({
  access: 'admin',
  also: ['auditor'],
  method: 'GET',
  path: ofOrganization,
  summary: 'API tokens of the organization and its members',
  tag: 'API tokens',
  input: z.object({}),
  output: z.array(apiToken).max(perOrganization + membersListed),
});

/** Creates a token of the organization: it acts for no person, and stays when its creator leaves. */
export const organizationTokensCreate = declareCall({
  access: 'admin',
  method: 'POST',
  path: ofOrganization,
  summary: 'Create an API token of the organization',
  tag: 'API tokens',
  input: confirmed,
  output: created,
  errors: ['wrong_password', 'api_token_limit'],
});

/** Revokes a token of the organization or of one of its members. */
export const organizationTokensRevoke = declareCall({
  access: 'admin',
  method: 'DELETE',
  path: `${ofOrganization}/{token_id}`,
  summary: 'Revoke an API token of the organization or a member',
  tag: 'API tokens',
  input: z.object({ token_id: z.uuid() }),
  output: z.object({ token_id: z.uuid() }),
  errors: ['not_found'],
});
