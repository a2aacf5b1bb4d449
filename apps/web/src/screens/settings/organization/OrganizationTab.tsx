import { PanelGrid } from '@scout/ui';
import { useMay } from '../../../session/organization.ts';
import { titled } from '../../../title.ts';
import { ApiTokensPanel } from '../api-tokens/ApiTokensPanel.tsx';
import { tokensOfOrganization } from '../api-tokens/tokenKinds.ts';
import { AdminsPanel } from './AdminsPanel.tsx';
import { AuditPanel } from './AuditPanel.tsx';
import { DeletionPanel } from './DeletionPanel.tsx';
import { DomainsPanel } from './domains/DomainsPanel.tsx';
import { IdentityPanel } from './IdentityPanel.tsx';
import { MembersPanel } from './MembersPanel.tsx';
import { PendingPanel } from './PendingPanel.tsx';
import { ProvisioningPanel } from './provisioning/ProvisioningPanel.tsx';
import { RecipientsPanel } from './RecipientsPanel.tsx';
import { RulesPanel } from './RulesPanel.tsx';
import { RetentionPanel } from './retention/RetentionPanel.tsx';
import { SsoPanel } from './sso/SsoPanel.tsx';

export const meta = titled('Organization');

/** The organization: name and tenant ID for all members, the rest for its admins (spec section 6), and for auditors to read. */
export default function OrganizationTab() {
  const may = useMay();
  if (!may('members')) {
    return (
      <PanelGrid>
        <IdentityPanel span={12} />
      </PanelGrid>
    );
  }
  return (
    <PanelGrid>
      <IdentityPanel span={7} />
      <RulesPanel />
      <DomainsPanel />
      <SsoPanel />
      <ProvisioningPanel />
      <MembersPanel />
      <AdminsPanel />
      <PendingPanel />
      <RecipientsPanel />
      <RetentionPanel />
      <ApiTokensPanel kind={tokensOfOrganization} />
      <AuditPanel />
      {may('organizationDeletionRequest') && <DeletionPanel />}
    </PanelGrid>
  );
}
