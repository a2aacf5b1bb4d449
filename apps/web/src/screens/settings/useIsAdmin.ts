import { useOrganization } from '../../session/organization.ts';

/** Whether the person is an admin, which decides what is shown; the server decides what is done. */
export function useIsAdmin(): boolean {
  const { profile, claims } = useOrganization();
  return profile?.is_admin ?? claims.roles.includes('admin');
}
