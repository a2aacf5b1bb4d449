import type { Profile, Tenant, User } from '@scout/contract';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { queryClient } from '../api/queryClient.ts';
import type { Claims } from './claims.ts';
import { query } from './current.ts';
import type { IsSubscribed } from './subscription.ts';

/** Who is signed in and for which organization. */
export interface Organization {
  tenant: Tenant;
  /** Null when the account has no profile row. */
  profile: Profile | null;
  user: User;
  claims: Claims;
}

export type OrganizationState =
  | { status: 'loading' }
  | { status: 'error'; error: unknown; retry: () => void; retrying: boolean }
  /** No tenant, or one without a name (spec section 2, protected routes). */
  | { status: 'none' }
  | { status: 'ready'; tenant: Tenant; profile: Profile | null };

export const tenantsQuery = () => query.tenants.queryOptions({ input: {} });
export const profilesQuery = () => query.profiles.queryOptions({ input: {} });

/** Asks again for the organization and the profile that pages show. */
export async function refreshOrganization(): Promise<void> {
  const keys = [tenantsQuery().queryKey, profilesQuery().queryKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Asks for the organization and the profile of the signed-in user; nothing while nobody is. Renders again when both are known. */
export function useOrganizationState(enabled: boolean): OrganizationState {
  return useQueries({
    queries: [
      { ...tenantsQuery(), enabled },
      { ...profilesQuery(), enabled },
    ],
    combine: stateOf,
  });
}

function stateOf([tenants, profiles]: [
  UseQueryResult<Tenant[]>,
  UseQueryResult<Profile[]>,
]): OrganizationState {
  const failed = [tenants, profiles].find((result) => result.isError && result.data === undefined);
  if (failed !== undefined) {
    const retry = () => {
      void tenants.refetch();
      void profiles.refetch();
    };
    return {
      status: 'error',
      error: failed.error,
      retry,
      retrying: tenants.isFetching || profiles.isFetching,
    };
  }
  if (tenants.data === undefined || profiles.data === undefined) return { status: 'loading' };
  const tenant = tenants.data[0];
  if (tenant === undefined || tenant.company_name.trim() === '') return { status: 'none' };
  return { status: 'ready', tenant, profile: profiles.data[0] ?? null };
}

export const OrganizationContext = createContext<Organization | null>(null);

/** Whether the organization was subscribed when this browser last saw it, while it is being loaded; otherwise null. */
export const RememberedSubscription = createContext<IsSubscribed>(null);

/** Whether the page stands already while its organization is still checked: it may show nothing of it yet. */
export const useIsChecking = (): boolean => use(RememberedSubscription) !== null;

/** The organization of the signed-in user; only inside the protected layout. */
export function useOrganization(): Organization {
  const organization = use(OrganizationContext);
  if (organization === null) throw new Error('useOrganization is for protected pages');
  return organization;
}
