import { PanelGrid } from '@scout/ui';
import { useIsAdmin } from '../../../../session/organization.ts';
import { titled } from '../../../../title.ts';
import { DownloadPanels } from '../../../downloads/DownloadPanels.tsx';
import { TokensPanel } from './TokensPanel.tsx';

export const meta = titled('Agent enrollment');

/** Ways to install an agent: downloads and, for admins, enrollment tokens. */
export default function EnrollmentPage() {
  const isAdmin = useIsAdmin();
  return (
    <PanelGrid>
      <DownloadPanels linked={false} />
      {isAdmin && <TokensPanel />}
    </PanelGrid>
  );
}
