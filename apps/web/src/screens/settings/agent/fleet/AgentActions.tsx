import type { Agent } from '@scout/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { toast } from '../../../../shell/toast.tsx';
import { hostText } from '../../../cases/file/names.ts';

/** The actions that need confirmation. */
export type AgentQuestion = 'reject' | 'release' | 'revoke';

interface AgentActionsProps {
  agent: Agent;
  onAsk: (question: AgentQuestion) => void;
}

/** An admin's actions on an agent in its current state. */
export function AgentActions({ agent, onAsk }: AgentActionsProps) {
  if (agent.awaiting_approval) {
    return (
      <>
        <ActionButton
          command={`Reject ${hostText(agent.host)}…`}
          access="subscriber-admin"
          variant="danger"
          onClick={() => onAsk('reject')}
        >
          Reject
        </ActionButton>
        <ApproveButton agent={agent} />
      </>
    );
  }
  const released = agent.state === 'released';
  const releasable = agent.revoked_at !== null || agent.reasons.includes('enrolment_refused');
  return (
    <>
      {releasable && !released && (
        <ActionButton
          command={`Release ${hostText(agent.host)}…`}
          access="subscriber-admin"
          onClick={() => onAsk('release')}
        >
          Release machine
        </ActionButton>
      )}
      {(agent.revoked_at === null || released) && (
        <ActionButton
          command={`Revoke ${hostText(agent.host)}…`}
          access="admin"
          variant="danger"
          onClick={() => onAsk('revoke')}
        >
          Revoke agent
        </ActionButton>
      )}
    </>
  );
}

function ApproveButton({ agent: { agent_id, host } }: { agent: Agent }) {
  const client = useQueryClient();
  const approve = useMutation({
    mutationFn: () => api.agentsApprove({ agent_id }),
    onSuccess: (agent) => toast.success('Machine approved', hostText(agent.host)),
    onError: (error) => toast.error('Approve failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.agents.key() }),
  });
  return (
    <ActionButton
      command={`Approve ${host}`}
      access="subscriber-admin"
      variant="primary"
      busy={approve.isPending}
      onClick={() => approve.mutate()}
    >
      {approve.isPending ? 'Approving...' : 'Approve'}
    </ActionButton>
  );
}
