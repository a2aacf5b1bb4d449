import { Button, Dialog } from '@scout/ui';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/error.ts';
import { toast } from '../../../shell/toast.tsx';

/** What the button says, what it says while it is at it, and what is told afterwards. */
export interface ActionWords {
  act: string;
  acting: string;
  done: string;
  failed: string;
}

interface ConfirmDialogProps<Thing> {
  /** What is in question; null when closed. */
  subject: Thing | null;
  onClose: () => void;
  title: string;
  /** What ends, and what stays. */
  description: ReactNode;
  /** Choices to be made first. */
  children?: ReactNode;
  words: ActionWords;
  /** It takes something away. */
  danger?: boolean;
  run: (subject: Thing) => Promise<Thing>;
  /** The name of what it was. */
  nameOf: (subject: Thing) => string;
  /** The list that it stands in, to be read again. */
  list: QueryKey;
}

/** Asks before something is done to one row of a list. */
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
