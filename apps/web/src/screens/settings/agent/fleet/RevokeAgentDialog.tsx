import type { Agent } from '@scout/contract';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { hostText } from '../../../cases/file/names.ts';
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
          The next request from{' '}
          <span className="font-mono text-content">{agent && hostText(agent.host)}</span> is refused, so it
          can send nothing more. Events it has sent stay. The machine cannot enroll again, with any token,
          until you release it. If someone may have copied the token it enrolled with, revoke that too.
        </>
      }
      words={revokeWords('Agent revoked')}
      danger
      run={({ agent_id }) => api.agentsRevoke({ agent_id })}
      nameOf={({ host }) => hostText(host)}
      list={query.agents.key()}
    />
  );
}
