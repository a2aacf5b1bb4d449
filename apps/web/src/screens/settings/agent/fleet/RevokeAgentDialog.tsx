import type { Agent } from '@scout/contract';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { ConfirmDialog, revokeWords } from '../ConfirmDialog.tsx';

interface RevokeAgentDialogProps {
  /** The agent; null when closed. */
  agent: Agent | null;
  onClose: () => void;
}

/** Confirms revoking an agent's credential. */
export function RevokeAgentDialog({ agent, onClose }: RevokeAgentDialogProps) {
  return (
    <ConfirmDialog
      subject={agent}
      onClose={onClose}
      title="Revoke this agent?"
      description={
        <>
          The next request of <span className="font-mono text-content">{agent?.host}</span> is refused: it
          sends nothing more. What it sent stays. The machine does not enroll again, with any token, until you
          release it. If somebody may have copied the token it enrolled with, revoke that as well.
        </>
      }
      words={revokeWords('Agent revoked')}
      danger
      run={({ agent_id }) => api.agentsRevoke({ agent_id })}
      nameOf={({ host }) => host}
      list={query.agents.key()}
    />
  );
}
