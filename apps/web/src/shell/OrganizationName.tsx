import { Badge } from '@scout/ui';
import { useOrganization } from '../session/organization.ts';

/** Whose figures and settings these are; sample data says so wherever it is shown. */
export function OrganizationName() {
  const { tenant } = useOrganization();
  return (
    <div className="flex min-w-0 items-center gap-2 border-l border-stroke-subtle pl-3">
      <span className="hidden truncate text-body text-content-muted sm:inline" title={tenant.company_name}>
        {tenant.company_name}
      </span>
      {tenant.is_sample && <Badge>Sample data</Badge>}
    </div>
  );
}
