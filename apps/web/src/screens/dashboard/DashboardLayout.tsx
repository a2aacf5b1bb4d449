import { Outlet } from 'react-router';
import { FeedProvider } from '../../events/FeedProvider.tsx';
import { useOrganization } from '../../session/organization.ts';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { PageMessage } from '../../shell/PageMessage.tsx';
import { Shell } from '../../shell/Shell.tsx';
import { DashboardTables } from '../../view/DashboardTables.tsx';
import { DashboardNavigation } from './DashboardNavigation.tsx';
import { RefreshCountdown } from './RefreshCountdown.tsx';

/** The dashboard pages of a subscribed organization. */
export default function DashboardLayout() {
  const { tenant } = useOrganization();
  if (!tenant.is_subscribed) {
    return (
      <Shell context={<OrganizationName />}>
        <PageMessage title="No active subscription">
          {tenant.company_name} has no active subscription, so there are no figures to show. Your account and
          your organization are in order; ask whoever runs Scout for you to switch the subscription on.
        </PageMessage>
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
        <DashboardTables>
          <Outlet />
        </DashboardTables>
      </Shell>
    </FeedProvider>
  );
}
