import {
  type Access,
  accessKinds,
  type CallName,
  type Profile,
  type Role,
  roles,
  type Tenant,
  type User,
} from '@scout/contract';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { contractRoutes } from '../api/contractRoutes.ts';
import { queryClient } from '../api/queryClient.ts';
import type { Claims } from './claims.ts';
import { query } from './queries.ts';
import type { SessionState } from './session.ts';
import type { IsSubscribed } from './subscription.ts';

/** The signed-in person and their organization. */
export interface Organization {
  tenant: Tenant;
  /** Null when the user has no profile row. */
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

/** Fetches the organization and the profile once; resolves to the organization, or undefined without one. */
export async function fetchOrganization(): Promise<Tenant | undefined> {
  const [tenants] = await Promise.all([
    queryClient.fetchQuery({ ...tenantsQuery(), retry: false }),
    queryClient.fetchQuery({ ...profilesQuery(), retry: false }).catch(() => undefined),
  ]);
  return tenants[0];
}

/** Refetches the organization and the profile. */
export async function refreshOrganization(): Promise<void> {
  const keys = [tenantsQuery().queryKey, profilesQuery().queryKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Fetches the organization and the profile of the signed-in user, when enabled. Renders when both are known. */
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

/** The person and their organization, once both are known; otherwise null. */
export const organizationOf = (person: SessionState, state: OrganizationState): Organization | null =>
  person.status === 'signed-in' && state.status === 'ready'
    ? { tenant: state.tenant, profile: state.profile, user: person.user, claims: person.claims }
    : null;

export const OrganizationContext = createContext<Organization | null>(null);

/** The last known subscription while the organization check is pending; otherwise null. */
export const RememberedSubscription = createContext<IsSubscribed>(null);

/** True while the organization check is pending and the page already renders, without the organization's data. */
export const useIsChecking = (): boolean => use(RememberedSubscription) !== null;

/** The organization of the signed-in user; only inside the protected layout. */
export function useOrganization(): Organization {
  const organization = use(OrganizationContext);
  if (organization === null) throw new Error('useOrganization must be inside a protected page');
  return organization;
}

/** The role of the signed-in person. Only for display; the server checks permissions. */
export function useRole(): Role {
  return roleOf(useOrganization());
}

/** The role of a person in their organization. Only for display. */
export const roleOf = ({ profile, claims }: Organization): Role =>
  profile?.role ?? roles.find((role) => claims.roles.includes(role)) ?? 'member';

export const useIsAdmin = (): boolean => useRole() === 'admin';

/** True if a role may make a call, by the contract's table, which the build keeps of it. */
const permits = (role: Role, call: CallName): boolean =>
  contractRoutes[call]['~orpc'].meta.roles.includes(role);

/** Tells which calls the signed-in person's role may make. */
export function useMay(): (call: CallName) => boolean {
  const role = useRole();
  return (call) => permits(role, call);
}

/** True if the person's role may press a button: by its call, or else by the access; outside an organization, everyone may. */
export function useMayPress(access: Access, call: CallName | undefined): boolean {
  const organization = use(OrganizationContext);
  if (organization === null) return true;
  const role = roleOf(organization);
  return call === undefined ? !accessKinds[access].admin || role === 'admin' : permits(role, call);
}
