import { PanelGrid } from '@scout/ui';
import { titled } from '../../../title.ts';
import { ApiTokensPanel } from '../api-tokens/ApiTokensPanel.tsx';
import { ownTokens } from '../api-tokens/tokenKinds.ts';
import { DeletePanel } from './DeletePanel.tsx';
import { KeysPanel } from './KeysPanel.tsx';
import { NamePanel } from './NamePanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { PasskeysPanel } from './passkeys/PasskeysPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { SecondFactorPanel } from './second-factor/SecondFactorPanel.tsx';

export const meta = titled('Settings');

/** The settings of the person. */
export default function ProfileTab() {
  return (
    <PanelGrid>
      <NamePanel />
      <PasswordPanel />
      <PasskeysPanel />
      <SecondFactorPanel />
      <SessionsPanel />
      <ApiTokensPanel kind={ownTokens} />
      <KeysPanel />
      <DeletePanel />
    </PanelGrid>
  );
}
