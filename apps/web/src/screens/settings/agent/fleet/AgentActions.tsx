import type { Agent } from '@scout/contract';
import { Button } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { api, query } from '../../../../session/current.ts';
import { toast } from '../../../../shell/toast.tsx';

/** The actions that need confirmation. */
export type AgentQuestion = 'reject' | 'release' | 'revoke';

interface AgentActionsProps {
  agent: Agent;
  onAsk: (question: AgentQuestion) => void;
}

/** The actions of an admin on an agent in its present state. */
export function AgentActions({ agent, onAsk }: AgentActionsProps) {
  if (agent.awaiting_approval) {
    return (
      <>
        <Button variant="danger" onClick={() => onAsk('reject')}>
          Reject
        </Button>
        <ApproveButton agent={agent} />
      </>
    );
  }
  const released = agent.state === 'released';
  const releasable = agent.revoked_at !== null || agent.reasons.includes('enrolment_refused');
  return (
    <>
      {releasable && !released && <Button onClick={() => onAsk('release')}>Release machine</Button>}
      {(agent.revoked_at === null || released) && (
        <Button variant="danger" onClick={() => onAsk('revoke')}>
          Revoke agent
        </Button>
      )}
    </>
  );
}

function ApproveButton({ agent: { agent_id } }: { agent: Agent }) {
  const client = useQueryClient();
  const approve = useMutation({
    mutationFn: () => api.agentsApprove({ agent_id }),
    onSuccess: ({ host }) => toast.success('Machine approved', host),
    onError: (error) => toast.error('Approve failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.agents.key() }),
  });
  return (
    <Button variant="primary" busy={approve.isPending} onClick={() => approve.mutate()}>
      {approve.isPending ? 'Approving...' : 'Approve'}
    </Button>
  );
}
