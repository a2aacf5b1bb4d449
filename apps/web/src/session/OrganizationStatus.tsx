import { PageStatus } from '../shell/PageStatus.tsx';

/** What a page says while the organization is checked (spec section 2, protected routes). */
export const checkingOrganization = 'Verifying your organization access...';

/** In the place of a page that waits for it. */
export function OrganizationStatus() {
  return <PageStatus>{checkingOrganization}</PageStatus>;
}
