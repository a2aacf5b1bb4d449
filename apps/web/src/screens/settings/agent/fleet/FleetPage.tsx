import { PanelGrid } from '@scout/ui';
import { titled } from '../../../../title.ts';
import { UsagePanel } from '../usage/UsagePanel.tsx';
import { FleetPanel } from './FleetPanel.tsx';

export const meta = titled('Agent');

/** Every agent, and how much of the quota they use. */
export default function FleetPage() {
  return (
    <PanelGrid>
      <FleetPanel />
      <UsagePanel />
    </PanelGrid>
  );
}
