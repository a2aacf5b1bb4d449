import { use } from 'react';
import { Outlet } from 'react-router';
import { OrganizationStatus } from './OrganizationStatus.tsx';
import { OrganizationContext } from './organization.ts';

/** Pages that begin once the organization has been checked. */
export default function CheckedLayout() {
  return use(OrganizationContext) === null ? <OrganizationStatus /> : <Outlet />;
}
