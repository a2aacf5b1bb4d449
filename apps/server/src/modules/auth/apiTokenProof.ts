import type { TokenScope } from '@scout/contract';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, isApiToken } from '../../platform/crypto/secretText.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthStore } from './database.ts';
import type { Rates } from './rates.ts';
import { findApiToken } from './sql/apiTokens.ts';

/** The API token that a call came with. */
export interface ApiTokenIdentity {
  readonly tenantId: string;
  readonly tokenId: string;
  /** The person that the token acts for; null: the token is the organization's. */
  readonly userId: string | null;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Identifies API tokens. */
export interface ApiTokenProof {
  /**
   * The token of an Authorization header, for a call that needs this scope; null: a call that no token may make. Called for every
   * request, so that revocation and changes of the person take effect immediately.
   * @throws Refusal invalid_api_token, api_token_expired, api_token_not_permitted, api_token_scope,
   * second_factor_enrolment_required or rate_limited
   */
  authenticate(token: string, scope: TokenScope | null): Promise<ApiTokenIdentity>;
  /** Counts what a call sent and received. */
  count(identity: ApiTokenIdentity, bytes: number): Promise<void>;
}

export function createApiTokenProof(store: AuthStore, rates: Rates, clock: Clock): ApiTokenProof {
  return {
    async authenticate(token, scope) {
      // The lookup is by hash: its duration tells nothing about similar tokens.
      const row = isApiToken(token)
        ? await findApiToken(store.db, hashSecret(token), new Date(clock.now()))
        : undefined;
      if (!row?.confirmed) throw new Refusal('invalid_api_token');
      await rates.consume(
        scope === 'members:provision' ? 'provisioningCallsPerApiToken' : 'callsPerApiToken',
        row.token_id,
      );
      await rates.consume('kibibytesPerApiToken', row.token_id, 0);
      if (row.expired) throw new Refusal('api_token_expired');
      if (scope === null) throw new Refusal('api_token_not_permitted');
      if (!row.scopes.includes(scope)) {
        throw new Refusal('api_token_scope', { message: `This needs an API token with the scope ${scope}.` });
      }
      if (row.lacks_factor) throw new Refusal('second_factor_enrolment_required');
      const { tenant_id: tenantId, token_id: tokenId, user_id: userId, name, scopes } = row;
      return { tenantId, tokenId, userId, name, scopes };
    },

    async count({ tokenId }, bytes) {
      await rates.allows('kibibytesPerApiToken', tokenId, Math.ceil(bytes / 1024));
    },
  };
}
