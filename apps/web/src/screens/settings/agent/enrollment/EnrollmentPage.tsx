import { PanelGrid } from '@scout/ui';
import { useIsAdmin } from '../../../../session/organization.ts';
import { titled } from '../../../../title.ts';
import { DownloadPanels } from '../../../downloads/DownloadPanels.tsx';
import { TokensPanel } from './TokensPanel.tsx';

export const meta = titled('Agent enrollment');

/** How a machine gets an agent: downloads, and for admins the tokens of a roll-out. */
export default function EnrollmentPage() {
  const isAdmin = useIsAdmin();
  return (
    <PanelGrid>
      <DownloadPanels linked={false} />
      {isAdmin && <TokensPanel />}
    </PanelGrid>
  );
}
