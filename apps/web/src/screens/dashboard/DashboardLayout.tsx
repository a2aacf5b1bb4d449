import { Outlet } from 'react-router';
import { FeedProvider } from '../../events/FeedProvider.tsx';
import { useDemoMode } from '../../session/demoMode.ts';
import { useOrganization } from '../../session/organization.ts';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { Shell } from '../../shell/Shell.tsx';
import { DashboardNavigation } from './DashboardNavigation.tsx';
import { RefreshCountdown } from './RefreshCountdown.tsx';
import { Unsubscribed } from './subscription/Unsubscribed.tsx';

/** The dashboard pages: of a subscribed organization what its agents sent, of another the demo and the ways to it. Only the first polls. */
export default function DashboardLayout() {
  const { tenant } = useOrganization();
  const inDemoMode = useDemoMode();
  if (!tenant.is_subscribed) {
    return (
      <Shell context={<OrganizationName />} navigation={inDemoMode && <DashboardNavigation />}>
        <Unsubscribed company={tenant.company_name} />
      </Shell>
    );
  }
  return (
    <FeedProvider key={tenant.tenant_id} tenantId={tenant.tenant_id}>
      <Shell
        context={<OrganizationName />}
        actions={<RefreshCountdown />}
        navigation={<DashboardNavigation />}
      >
        <Outlet />
      </Shell>
    </FeedProvider>
  );
}
