import { Badge, buttonClass, Panel, PanelGrid } from '@scout/ui';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useOrganization } from '../../session/organization.ts';
import { keptView } from '../../session/returnPath.ts';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { ShellSlot } from '../../shell/ShellSlot.tsx';
import { titled } from '../../title.ts';
import { DashboardNavigation } from '../dashboard/DashboardNavigation.tsx';
import { DownloadPanels } from './DownloadPanels.tsx';
import { platforms } from './platforms.ts';

export const meta = titled('Downloads');

/** The agents to download (spec section 2, Downloads). */
export default function Downloads() {
  const { tenant, claims } = useOrganization();
  const subscribed = tenant.is_subscribed;
  // After a payment the originally requested dashboard is still remembered.
  const view = keptView(sessionStorage, claims.subject) ?? paths.dashboard;
  return (
    <>
      <ShellSlot place="context">
        <OrganizationName />
      </ShellSlot>
      {subscribed && (
        <ShellSlot place="navigation">
          <DashboardNavigation />
        </ShellSlot>
      )}
      <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-5 px-4 py-5 lg:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex flex-wrap items-center gap-3">
              <h1 className="text-title font-medium">Downloads</h1>
              {subscribed && <Badge>{tenant.company_name}</Badge>}
            </div>
            <p className="max-w-[72ch] text-body text-content-muted text-balance">
              {subscribed
                ? `Each download is preconfigured for ${tenant.company_name}: install it, and the machine appears in your fleet within a minute.`
                : 'The Scout Agent reads a machine’s security log and sends events about service accounts.'}
            </p>
          </div>
          {subscribed && (
            <Link to={view} className={buttonClass({})}>
              Go to Dashboard
            </Link>
          )}
        </div>
        <PanelGrid>{subscribed ? <DownloadPanels linked /> : <LockedCards />}</PanelGrid>
      </div>
    </>
  );
}

/** The available platforms, locked; the server refuses downloads without a subscription. */
function LockedCards() {
  return platforms.map(({ platform, name, runsOn }) => (
    <Panel key={platform} title={name} description={runsOn} span={4}>
      <div className="pt-1">
        {/* Pages of the site are separate documents. */}
        <a href={paths.subscribe} className={buttonClass({})}>
          Purchase a subscription
        </a>
      </div>
    </Panel>
  ));
}
