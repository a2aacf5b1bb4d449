import type { Enrolment } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { api, query } from '../../../../session/current.ts';
import { toast } from '../../../../shell/toast.tsx';

interface RevokeTokenDialogProps {
  /** The one in question; null when closed. */
  token: Enrolment | null;
  onClose: () => void;
}

/** Asks before a token ends. */
export function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ token_id }: Enrolment) => api.enrolmentsRevoke({ token_id }),
    onSuccess: ({ label }) => {
      toast.success('Token revoked', label || undefined);
      onClose();
    },
    onError: (error) => toast.error('Revoke failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.enrolments.key() }),
  });
  return (
    <Dialog
      open={token !== null}
      onOpenChange={(open) => open || onClose()}
      title="Revoke this token?"
      description="No machine enrols with it from now on. Machines that have enrolled with it go on."
      actions={
        <>
          <Button onClick={onClose} disabled={revoke.isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={revoke.isPending}
            onClick={() => token !== null && revoke.mutate(token)}
          >
            {revoke.isPending ? 'Revoking...' : 'Revoke'}
          </Button>
        </>
      }
    />
  );
}
