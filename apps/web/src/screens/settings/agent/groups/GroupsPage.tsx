import { PanelGrid } from '@scout/ui';
import { titled } from '../../../../title.ts';
import { GroupsPanel } from './GroupsPanel.tsx';

export const meta = titled('Agent groups');

/** Groups of machines and their configurations. */
export default function GroupsPage() {
  return (
    <PanelGrid>
      <GroupsPanel />
    </PanelGrid>
  );
}
