import { Outlet } from 'react-router';
import { FeedProvider } from '../../events/FeedProvider.tsx';
import { useDemoMode } from '../../session/demoMode.ts';
import { useOrganization } from '../../session/organization.ts';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { ShellSlot } from '../../shell/ShellSlot.tsx';
import { DashboardNavigation } from './DashboardNavigation.tsx';
import { RefreshCountdown } from './RefreshCountdown.tsx';
import { Unsubscribed } from './subscription/Unsubscribed.tsx';

/** The dashboard pages: of a subscribed organization what its agents sent, of another the demo and the ways to it. Only the first polls. */
export default function DashboardLayout() {
  const { tenant } = useOrganization();
  const inDemoMode = useDemoMode();
  if (!tenant.is_subscribed) {
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
    <FeedProvider key={tenant.tenant_id} tenantId={tenant.tenant_id}>
      <ShellSlot place="context">
        <OrganizationName />
      </ShellSlot>
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
