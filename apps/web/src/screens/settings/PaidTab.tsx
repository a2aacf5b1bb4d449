import { type ReactNode, useMemo } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useOrganization } from '../../session/organization.ts';
import type { PaidTabName } from './tabs.ts';

/** Navigation state from a locked tab to Billing. */
export interface LockedState {
  locked: PaidTabName;
}

/** A tab for subscribed organizations; others are redirected to Billing, which shows the reason. The server enforces it. */
export function PaidTab({ name, children }: { name: PaidTabName; children: ReactNode }) {
  const { tenant } = useOrganization();
  // Another object would be another navigation, at every rendering until the scripts of Billing are loaded.
  const state = useMemo((): LockedState => ({ locked: name }), [name]);
  if (tenant.is_subscribed) return children;
  return <Navigate to={paths.settingsBilling} state={state} replace />;
}
