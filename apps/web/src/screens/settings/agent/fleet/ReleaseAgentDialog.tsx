import { type Agent, limits } from '@scout/contract';
import { Switch } from '@scout/ui';
import { useState } from 'react';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { hostText } from '../../../cases/file/names.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';

interface ReleaseAgentDialogProps {
  /** The agent; null when closed. */
  agent: Agent | null;
  onClose: () => void;
}

const { releaseHours } = limits.agent;

/** Selects the way for a known machine to enroll again. */
export function ReleaseAgentDialog({ agent, onClose }: ReleaseAgentDialogProps) {
  const [acceptCredential, setAcceptCredential] = useState(false);
  const close = () => {
    setAcceptCredential(false);
    onClose();
  };
  return (
    <ConfirmDialog
      subject={agent}
      onClose={close}
      title="Release this machine?"
      description={
        <>
          For {releaseHours} hours,{' '}
          <span className="font-mono text-content">{agent && hostText(agent.host)}</span> may enroll once more
          with a new enrollment token or download. It remains the same agent and continues where it stopped.
        </>
      }
      words={{
        act: 'Release',
        acting: 'Releasing...',
        done: 'Machine released',
        failed: 'Release failed',
      }}
      run={({ agent_id }) => api.agentsRelease({ agent_id, accept_credential: acceptCredential })}
      nameOf={({ host }) => hostText(host)}
      list={query.agents.key()}
    >
      <div className="pt-3">
        <Switch
          label="Accept its existing credential"
          description="The agent reconnects automatically within about a minute. Leave this off if the credential may have been copied."
          checked={acceptCredential}
          onCheckedChange={setAcceptCredential}
        />
      </div>
    </ConfirmDialog>
  );
}
