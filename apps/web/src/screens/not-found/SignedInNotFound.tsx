import { TooltipProvider } from '@scout/ui';
import { OrganizationContext, organizationOf, useOrganizationState } from '../../session/organization.ts';
import { useSession } from '../../session/useSession.ts';
import { WithQueries } from '../../session/WithQueries.tsx';
import { OrganizationName } from '../../shell/OrganizationName.tsx';
import { Shell } from '../../shell/Shell.tsx';
import { ShellSlot } from '../../shell/ShellSlot.tsx';
import { DashboardNavigation } from '../dashboard/DashboardNavigation.tsx';
import { NotFoundMessage } from './NotFoundPage.tsx';

/** The page for unknown addresses with the product's navigation, so that a mistyped address is one step from where one was. */
export default function SignedInNotFound() {
  return (
    <WithQueries>
      <Page />
    </WithQueries>
  );
}

function Page() {
  const person = useSession();
  const organization = useOrganizationState(person.status === 'signed-in');
  const known = organizationOf(person, organization);
  return (
    <OrganizationContext value={known}>
      <TooltipProvider>
        <Shell>
          {known !== null && (
            <ShellSlot place="context">
              <OrganizationName />
            </ShellSlot>
          )}
          {known?.tenant.is_subscribed && (
            <ShellSlot place="navigation">
              <DashboardNavigation />
            </ShellSlot>
          )}
          <NotFoundMessage />
        </Shell>
      </TooltipProvider>
    </OrganizationContext>
  );
}
