import { PanelGrid } from '@scout/ui';
import { titled } from '../../../../title.ts';
import { UpgradesPanel } from './UpgradesPanel.tsx';

export const meta = titled('Agent upgrades');

/** The newest version of the agent, and the machines that receive it. */
export default function UpgradesPage() {
  return (
    <PanelGrid>
      <UpgradesPanel />
    </PanelGrid>
  );
}
