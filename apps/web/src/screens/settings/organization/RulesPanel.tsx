import { Panel, Switch } from '@scout/ui';
import { useIsAdmin, useOrganization } from '../../../session/organization.ts';
import { useTenantChange } from '../useTenantChange.ts';

const words = { done: 'Organization updated', failed: 'Update failed' };

/** The sign-in rules of the organization. */
export function RulesPanel() {
  const { tenant } = useOrganization();
  const isAdmin = useIsAdmin();
  const change = useTenantChange();
  return (
    <Panel title="Access rules" span={5}>
      <div className="flex flex-col gap-4 pt-1">
        <Switch
          label="Requires second factor"
          description="Members without one must set it up at their next sign-in."
          checked={tenant.requires_second_factor}
          disabled={!isAdmin}
          onCheckedChange={(requires_second_factor) =>
            change.mutate({ change: { requires_second_factor }, words })
          }
        />
      </div>
    </Panel>
  );
}
