import {
  type AccountFault,
  type AccountOrigin,
  type AccountPosture,
  type AccountUse,
  accountFaults,
  accountOrigins,
  accountPostures,
  accountUses,
  type ContractStanding,
  contractStandings,
  limits,
} from '@scout/contract';

/*
 * The query string of the register. It is untrusted input: invalid values count as missing.
 *
 *   fault=unowned   use=never   posture=privileged   contract=none   known_by=name   owner=Billing+team   cases=open   text=keller
 */

/** The accounts that the register shows; null is any. */
export interface AccountFilter {
  fault: AccountFault | null;
  use: AccountUse | null;
  posture: AccountPosture | null;
  contract: ContractStanding | null;
  known_by: AccountOrigin | null;
  owner: string | null;
  cases: 'open' | 'none' | null;
  /** Parts of names, owner or purpose, or of the people and hosts seen with the account. */
  text: string | null;
}

/** The filter of an address without one. */
export const anyAccount: AccountFilter = {
  fault: null,
  use: null,
  posture: null,
  contract: null,
  known_by: null,
  owner: null,
  cases: null,
  text: null,
};

const OWNER_MAX = 254;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null;

export function readAccountFilter(params: URLSearchParams): AccountFilter {
  const owner = (params.get('owner') ?? '').trim();
  const text = (params.get('text') ?? '').trim().slice(0, limits.names.textMax);
  return {
    fault: oneOf(accountFaults, params.get('fault')),
    use: oneOf(accountUses, params.get('use')),
    posture: oneOf(accountPostures, params.get('posture')),
    contract: oneOf(contractStandings, params.get('contract')),
    known_by: oneOf(accountOrigins, params.get('known_by')),
    owner: owner === '' || owner.length > OWNER_MAX ? null : owner,
    cases: oneOf(['open', 'none'] as const, params.get('cases')),
    text: text || null,
  };
}

export function writeAccountFilter(params: URLSearchParams, change: Partial<AccountFilter>): void {
  for (const [key, value] of Object.entries({ ...readAccountFilter(params), ...change })) {
    if (value === null || value.trim() === '') params.delete(key);
    else params.set(key, value);
  }
}

/** True when accounts may be hidden. */
export const isNarrowed = (filter: AccountFilter): boolean =>
  Object.values(filter).some((value) => value !== null);

/** The input of the calls for a filter. */
export function queryOf({ fault, use, posture, contract, known_by, owner, cases, text }: AccountFilter) {
  return {
    ...(fault !== null && { fault }),
    ...(use !== null && { use }),
    ...(posture !== null && { posture }),
    ...(contract !== null && { contract }),
    ...(known_by !== null && { known_by }),
    ...(owner !== null && { owner }),
    ...(cases !== null && { cases }),
    ...(text !== null && { text }),
  };
}
