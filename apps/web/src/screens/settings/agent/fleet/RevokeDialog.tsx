import type { Agent } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { api, query } from '../../../../session/current.ts';
import { toast } from '../../../../shell/toast.tsx';

interface RevokeDialogProps {
  /** The one in question; null when closed. */
  agent: Agent | null;
  onClose: () => void;
}

/** Asks before an agent loses its credential. */
export function RevokeDialog({ agent, onClose }: RevokeDialogProps) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ agent_id }: Agent) => api.agentsRevoke({ agent_id }),
    onSuccess: ({ host }) => {
      toast.success('Agent revoked', host);
      onClose();
    },
    onError: (error) => toast.error('Revoke failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.agents.key() }),
  });
  return (
    <Dialog
      open={agent !== null}
      onOpenChange={(open) => open || onClose()}
      title="Revoke this agent?"
      description={
        <>
          The next request of <span className="font-mono text-content">{agent?.host}</span> is refused: it
          sends nothing more. What it sent stays. To keep it from enrolling again, revoke the enrolment token
          that it holds as well.
        </>
      }
      actions={
        <>
          <Button onClick={onClose} disabled={revoke.isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={revoke.isPending}
            onClick={() => agent !== null && revoke.mutate(agent)}
          >
            {revoke.isPending ? 'Revoking...' : 'Revoke'}
          </Button>
        </>
      }
    />
  );
}
