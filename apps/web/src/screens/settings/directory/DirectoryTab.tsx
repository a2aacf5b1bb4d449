import { EmptyState, Panel, PanelGrid } from '@scout/ui';
import { useMay } from '../../../session/organization.ts';
import { titled } from '../../../title.ts';
import { PaidTab } from '../PaidTab.tsx';
import { DirectoriesPanel } from './DirectoriesPanel.tsx';

export const meta = titled('Directory');

/** The directories of a subscribed organization; only its admins and auditors see their addresses and accounts. */
export default function DirectoryTab() {
  const may = useMay();
  return (
    <PaidTab name="directory">
      <PanelGrid>
        {may('directories') ? (
          <DirectoriesPanel />
        ) : (
          <Panel title="Directories" flush>
            <EmptyState reason="quiet" title="Only admins see this">
              The pages of accounts show what the directories say about them.
            </EmptyState>
          </Panel>
        )}
      </PanelGrid>
    </PaidTab>
  );
}
