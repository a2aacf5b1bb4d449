import type { Agent } from '@scout/contract';
import { api, query } from '../../../../session/current.ts';
import { RevokeDialog } from '../RevokeDialog.tsx';

interface RevokeAgentDialogProps {
  /** The one in question; null when closed. */
  agent: Agent | null;
  onClose: () => void;
}

/** Asks before an agent loses its credential. */
export function RevokeAgentDialog({ agent, onClose }: RevokeAgentDialogProps) {
  return (
    <RevokeDialog
      subject={agent}
      onClose={onClose}
      title="Revoke this agent?"
      description={
        <>
          The next request of <span className="font-mono text-content">{agent?.host}</span> is refused: it
          sends nothing more. What it sent stays. To keep it from enrolling again, revoke the enrolment token
          that it holds as well.
        </>
      }
      revoke={({ agent_id }) => api.agentsRevoke({ agent_id })}
      done="Agent revoked"
      nameOf={({ host }) => host}
      list={query.agents.key()}
    />
  );
}
