import { PanelGrid } from '@scout/ui';
import { useMay } from '../../../../session/organization.ts';
import { titled } from '../../../../title.ts';
import { DownloadPanels } from '../../../downloads/DownloadPanels.tsx';
import { TokensPanel } from './TokensPanel.tsx';

export const meta = titled('Agent enrollment');

/** Ways to install an agent: downloads and, for admins and auditors, enrollment tokens. */
export default function EnrollmentPage() {
  const may = useMay();
  return (
    <PanelGrid>
      <DownloadPanels linked={false} />
      {may('enrolments') && <TokensPanel />}
    </PanelGrid>
  );
}
