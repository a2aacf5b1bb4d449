import { use } from 'react';
import { Outlet } from 'react-router';
import { OrganizationContext } from '../session/organization.ts';
import { OrganizationStatus } from '../shell/pageState.tsx';

/** Renders pages once the organization has been checked. */
export default function CheckedLayout() {
  return use(OrganizationContext) === null ? <OrganizationStatus /> : <Outlet />;
}
