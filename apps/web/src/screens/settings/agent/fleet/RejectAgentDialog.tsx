import type { Agent } from '@scout/contract';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { hostText } from '../../../cases/file/names.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';

interface RejectAgentDialogProps {
  /** The agent; null when closed. */
  agent: Agent | null;
  onClose: () => void;
}

/** Confirms rejecting a machine that is pending approval. */
export function RejectAgentDialog({ agent, onClose }: RejectAgentDialogProps) {
  return (
    <ConfirmDialog
      subject={agent}
      onClose={onClose}
      title="Reject this machine?"
      description={
        <>
          <span className="font-mono text-content">{agent && hostText(agent.host)}</span> is blocked, and none
          of its events are stored. It cannot enroll again until you release it.
        </>
      }
      words={{
        act: 'Reject',
        acting: 'Rejecting...',
        done: 'Machine rejected',
        failed: 'Reject failed',
      }}
      danger
      run={({ agent_id }) => api.agentsReject({ agent_id })}
      nameOf={({ host }) => hostText(host)}
      list={query.agents.key()}
    />
  );
}
