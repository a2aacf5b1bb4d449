import type { Factor } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { api, session } from '../../../../session/current.ts';
import { toast } from '../../../../shell/toast.tsx';

interface RemoveDialogProps {
  /** The one in question; null when closed. */
  factor: Factor | null;
  onClose: () => void;
  onDone: () => void;
  /** No other is left after it. */
  last: boolean;
}

/** Asks before a second factor goes. */
export function RemoveDialog({ factor, onClose, onDone, last }: RemoveDialogProps) {
  const remove = useMutation({
    mutationFn: (id: string) => api.authFactorsRemove({ id }),
    onSuccess: async () => {
      await session.restore();
      toast.success('Second factor removed');
    },
    onError: (error) => toast.error('Remove failed', messageOf(error)),
    onSettled: () => {
      onDone();
      onClose();
    },
  });
  return (
    <Dialog
      open={factor !== null}
      onOpenChange={(open) => open || onClose()}
      title={`Remove ${factor?.friendly_name ?? 'second factor'}?`}
      description={
        last
          ? 'It is your last one: your recovery codes go with it, and your password alone will open your account.'
          : 'Codes from it no longer open your account. Your other second factors stay.'
      }
      actions={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => factor !== null && remove.mutate(factor.id)}
          >
            {remove.isPending ? 'Removing...' : 'Remove'}
          </Button>
        </>
      }
    />
  );
}
