import { Badge } from '@scout/ui';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useOrganization } from '../session/organization.ts';
import { stateOfSubscription, trialWords } from '../session/trial.ts';

/** The name of the organization, with a badge for sample data, and the remaining days of a trial. */
export function OrganizationName() {
  const { tenant } = useOrganization();
  const state = stateOfSubscription(tenant, Date.now());
  return (
    <div className="flex min-w-0 items-center gap-2 border-l border-stroke-subtle pl-3">
      <span className="hidden truncate text-body text-content-muted sm:inline" title={tenant.company_name}>
        {tenant.company_name}
      </span>
      {tenant.is_sample && <Badge>Sample data</Badge>}
      {state.kind === 'trial' && (
        <Link to={paths.settingsBilling} className="shrink-0 rounded-control">
          <Badge>{trialWords(state.daysLeft)}</Badge>
        </Link>
      )}
    </div>
  );
}
