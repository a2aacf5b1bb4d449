import { PanelGrid } from '@scout/ui';
import { titled } from '../../../../title.ts';
import { UsagePanel } from '../usage/UsagePanel.tsx';
import { FleetPanel } from './FleetPanel.tsx';

export const meta = titled('Agent');

/** Every agent, and the usage of their quota. */
export default function FleetPage() {
  return (
    <PanelGrid>
      <FleetPanel />
      <UsagePanel />
    </PanelGrid>
  );
}
