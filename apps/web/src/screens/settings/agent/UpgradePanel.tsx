import { Panel, Switch } from '@scout/ui';
import { useOrganization } from '../../../session/organization.ts';
import { useIsAdmin } from '../useIsAdmin.ts';
import { useTenantChange } from '../useTenantChange.ts';

const words = { done: 'Settings saved', failed: 'Update failed' };

/** Whether agents replace themselves with a newer release; admins decide. */
export function UpgradePanel() {
  const { tenant } = useOrganization();
  const isAdmin = useIsAdmin();
  const change = useTenantChange();
  return (
    <Panel title="Upgrades">
      <div className="max-w-[72ch] pt-1">
        <Switch
          label="Upgrade agents automatically"
          description="An agent that hears of a newer release checks its signature, replaces itself, and goes back to the old one when the new one does not come up."
          checked={tenant.agent_upgrades}
          disabled={!isAdmin}
          onCheckedChange={(agent_upgrades) => change.mutate({ change: { agent_upgrades }, words })}
        />
      </div>
    </Panel>
  );
}
