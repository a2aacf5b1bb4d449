import { use } from 'react';
import { Outlet } from 'react-router';
import { useDemoMode } from '../../demo/demoMode.ts';
import { FeedProvider } from '../../events/FeedProvider.tsx';
import { namingOf } from '../../session/naming.ts';
import { OrganizationContext, RememberedSubscription } from '../../session/organization.ts';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { OrganizationStatus } from '../../shell/pageState.tsx';
import { ShellSlot } from '../../shell/ShellSlot.tsx';
import { DashboardNavigation } from './DashboardNavigation.tsx';
import { RefreshCountdown } from './RefreshCountdown.tsx';
import { Unsubscribed } from './subscription/Unsubscribed.tsx';

/**
 * The dashboard pages: live, polling ones for a subscribed organization; demo mode, or links to it, for others. While the check
 * of a previously subscribed organization is pending, the live pages already render, empty.
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
            <DashboardNavigation demo />
          </ShellSlot>
        )}
        <Unsubscribed company={tenant.company_name} />
      </>
    );
  }
  return (
    <FeedProvider tenantId={tenant?.tenant_id ?? null} naming={namingOf(tenant)}>
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
