import { buttonClass } from '@scout/ui';
import { Link, Outlet } from 'react-router';
import { paths } from '../../paths.ts';
import { useOrganization } from '../../session/organization.ts';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { PageMessage } from '../../shell/pageState.tsx';
import { ShellSlot } from '../../shell/ShellSlot.tsx';
import { DashboardNavigation } from '../dashboard/DashboardNavigation.tsx';

/** The pages about cases, for subscribed organizations; the server enforces it. */
export default function CasesLayout() {
  const { tenant } = useOrganization();
  return (
    <>
      <ShellSlot place="context">
        <OrganizationName />
      </ShellSlot>
      {tenant.is_subscribed ? (
        <>
          <ShellSlot place="navigation">
            <DashboardNavigation />
          </ShellSlot>
          <Outlet />
        </>
      ) : (
        <PageMessage
          title="Cases require a subscription"
          action={
            <Link to={paths.settingsBilling} className={buttonClass({ variant: 'primary' })}>
              See the plan
            </Link>
          }
        >
          A case shows who used which service account, from where, against what and since when. Cases require
          a subscription.
        </PageMessage>
      )}
    </>
  );
}
