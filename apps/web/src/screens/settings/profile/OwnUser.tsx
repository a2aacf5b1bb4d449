import { Panel, PanelGrid } from '@scout/ui';
import { useSession } from '../../../session/useSession.ts';
import { Facts } from '../Facts.tsx';
import { DeleteUser } from './DeletePanel.tsx';
import { deletionAlone } from './deletion.ts';
import { PasswordPanel } from './PasswordPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { SecondFactorPanel } from './second-factor/SecondFactorPanel.tsx';

/** The profile of a person without an organization. Names belong to organizations, so it has none. */
export default function OwnUser() {
  const state = useSession();
  const email = 'user' in state ? state.user.email : '';
  return (
    <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-4 px-4 py-5 lg:px-6">
      <h1 className="text-title font-medium">Settings</h1>
      <PanelGrid>
        <Panel title="Profile" span={6}>
          <Facts
            facts={[
              { name: 'Email', value: <span className="font-mono wrap-anywhere">{email}</span> },
              { name: 'Organization', value: 'None' },
            ]}
          />
        </Panel>
        <PasswordPanel />
        <SecondFactorPanel />
        <SessionsPanel />
        <DeleteUser outcome={deletionAlone} />
      </PanelGrid>
    </div>
  );
}
