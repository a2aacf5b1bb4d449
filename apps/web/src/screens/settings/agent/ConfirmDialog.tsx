import { Button, Dialog } from '@scout/ui';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/error.ts';
import { toast } from '../../../shell/toast.tsx';

/** The button's label, its label while running, and the toasts. */
export interface ActionWords {
  act: string;
  acting: string;
  done: string;
  failed: string;
}

interface ConfirmDialogProps<Thing> {
  /** The row; null when closed. */
  subject: Thing | null;
  onClose: () => void;
  title: string;
  /** The consequences. */
  description: ReactNode;
  /** Options. */
  children?: ReactNode;
  words: ActionWords;
  /** Marks a destructive action. */
  danger?: boolean;
  run: (subject: Thing) => Promise<Thing>;
  /** The name of the row. */
  nameOf: (subject: Thing) => string;
  /** The list to refetch. */
  list: QueryKey;
}

/** Confirms an action on one row of a list. */
export function ConfirmDialog<Thing>(props: ConfirmDialogProps<Thing>) {
  const { subject, onClose, title, description, children, words, danger = false, nameOf, list } = props;
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: props.run,
    onSuccess: (changed) => {
      toast.success(words.done, nameOf(changed) || undefined);
      onClose();
    },
    onError: (error) => toast.error(words.failed, messageOf(error)),
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
          <Button onClick={onClose} disabled={run.isPending}>
            Cancel
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={run.isPending}
            onClick={() => subject !== null && run.mutate(subject)}
          >
            {run.isPending ? words.acting : words.act}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

export const revokeWords = (done: string): ActionWords => ({
  act: 'Revoke',
  acting: 'Revoking...',
  done,
  failed: 'Revoke failed',
});
