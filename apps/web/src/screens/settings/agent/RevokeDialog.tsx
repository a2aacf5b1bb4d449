import { Button, Dialog } from '@scout/ui';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/error.ts';
import { toast } from '../../../shell/toast.tsx';

interface RevokeDialogProps<Thing> {
  /** What is in question; null when closed. */
  subject: Thing | null;
  onClose: () => void;
  title: string;
  /** What ends, and what stays. */
  description: ReactNode;
  revoke: (subject: Thing) => Promise<Thing>;
  /** What is told afterwards, and the name of what it was. */
  done: string;
  nameOf: (subject: Thing) => string;
  /** The list that it stood in, to be read again. */
  list: QueryKey;
}

/** Asks before something loses its way in. */
export function RevokeDialog<Thing>(props: RevokeDialogProps<Thing>) {
  const { subject, onClose, title, description, done, nameOf, list } = props;
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: props.revoke,
    onSuccess: (revoked) => {
      toast.success(done, nameOf(revoked) || undefined);
      onClose();
    },
    onError: (error) => toast.error('Revoke failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: list }),
  });
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose} disabled={revoke.isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={revoke.isPending}
            onClick={() => subject !== null && revoke.mutate(subject)}
          >
            {revoke.isPending ? 'Revoking...' : 'Revoke'}
          </Button>
        </>
      }
    />
  );
}
