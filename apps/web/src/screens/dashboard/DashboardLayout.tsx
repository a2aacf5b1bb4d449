import { use } from 'react';
import { Outlet } from 'react-router';
import { FeedProvider } from '../../events/FeedProvider.tsx';
import { useDemoMode } from '../../session/demoMode.ts';
import { OrganizationStatus } from '../../session/OrganizationStatus.tsx';
import { OrganizationContext, RememberedSubscription } from '../../session/organization.ts';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { ShellSlot } from '../../shell/ShellSlot.tsx';
import { DashboardNavigation } from './DashboardNavigation.tsx';
import { RefreshCountdown } from './RefreshCountdown.tsx';
import { Unsubscribed } from './subscription/Unsubscribed.tsx';

/**
 * The dashboard pages: of a subscribed organization what its agents sent, of another the demo and the ways to it. Only the first polls. Where
 * the first is to be expected its pages stand, empty, while the organization is checked.
 */
export default function DashboardLayout() {
  const tenant = use(OrganizationContext)?.tenant ?? null;
  const expected = use(RememberedSubscription);
  const inDemoMode = useDemoMode();
  if (tenant === null && expected !== true) return <OrganizationStatus />;
  if (tenant !== null && !tenant.is_subscribed) {
    return (
      <>
        <ShellSlot place="context">
          <OrganizationName />
        </ShellSlot>
        {inDemoMode && (
          <ShellSlot place="navigation">
            <DashboardNavigation />
          </ShellSlot>
        )}
        <Unsubscribed company={tenant.company_name} />
      </>
    );
  }
  return (
    <FeedProvider tenantId={tenant?.tenant_id ?? null}>
      {tenant !== null && (
        <ShellSlot place="context">
          <OrganizationName />
        </ShellSlot>
      )}
      <ShellSlot place="actions">
        <RefreshCountdown />
      </ShellSlot>
      <ShellSlot place="navigation">
        <DashboardNavigation />
      </ShellSlot>
      <Outlet />
    </FeedProvider>
  );
}
