import { PanelGrid } from '@scout/ui';
import { useIsAdmin } from '../../../session/organization.ts';
import { titled } from '../../../title.ts';
import { DownloadPanels } from '../../downloads/DownloadPanels.tsx';
import { PaidTab } from '../PaidTab.tsx';
import { TokensPanel } from './enrollment/TokensPanel.tsx';
import { FleetPanel } from './fleet/FleetPanel.tsx';
import { UpgradesPanel } from './upgrades/UpgradesPanel.tsx';
import { UsagePanel } from './usage/UsagePanel.tsx';

export const meta = titled('Agent');

/** The agents of a subscribed organization: fleet, enrollment and upgrades. */
export default function AgentTab() {
  const isAdmin = useIsAdmin();
  return (
    <PaidTab name="agent">
      <PanelGrid>
        <FleetPanel />
        <DownloadPanels linked={false} />
        {isAdmin && <TokensPanel />}
        <UsagePanel />
        <UpgradesPanel />
      </PanelGrid>
    </PaidTab>
  );
}
