import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useOrganization } from '../../session/organization.ts';
import type { PaidTabName } from './tabs.ts';

/** What a locked tab leaves for Billing to say. */
export interface LockedState {
  locked: PaidTabName;
}

/** A tab of subscribed organizations; the others are led to Billing, which says why. The server refuses them as well. */
export function PaidTab({ name, children }: { name: PaidTabName; children: ReactNode }) {
  const { tenant } = useOrganization();
  if (tenant.is_subscribed) return children;
  const state: LockedState = { locked: name };
  return <Navigate to={paths.settingsBilling} state={state} replace />;
}
