import type { ApiToken } from '@scout/contract';
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';

/** What the panels of a person's own tokens and of an organization's do differently. */
export interface TokenKind {
  readonly access: 'member' | 'admin';
  /** Consequence of having a token, in the dialog that creates one. */
  readonly acts: string;
  readonly key: () => QueryKey;
  readonly useTokens: () => UseQueryResult<ApiToken[]>;
  readonly create: (input: Parameters<typeof api.apiTokensCreate>[0]) => Promise<{ token: string }>;
  readonly revoke: (token_id: string) => Promise<unknown>;
}

export const ownTokens: TokenKind = {
  access: 'member',
  acts: 'Scripts with this token act as you, with your role, within the scopes that you choose.',
  key: () => query.apiTokens.key(),
  useTokens: () => useQuery(query.apiTokens.queryOptions({ input: {} })),
  create: (input) => api.apiTokensCreate(input),
  revoke: (token_id) => api.apiTokensRevoke({ token_id }),
};

export const tokensOfOrganization: TokenKind = {
  access: 'admin',
  acts: 'Scripts with this token act for your organization. It keeps working when you leave.',
  key: () => query.organizationTokens.key(),
  useTokens: () => useQuery(query.organizationTokens.queryOptions({ input: {} })),
  create: (input) => api.organizationTokensCreate(input),
  revoke: (token_id) => api.organizationTokensRevoke({ token_id }),
};
