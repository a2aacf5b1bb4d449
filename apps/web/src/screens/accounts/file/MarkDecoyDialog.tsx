import type { ServiceAccountFile } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { visible } from '../../incidents/rawText.ts';
import { useDecoy } from '../useDecoy.ts';

interface MarkDecoyDialogProps {
  file: ServiceAccountFile;
  open: boolean;
  onClose: () => void;
}

/** Asks before an account of the register becomes a decoy. */
export function MarkDecoyDialog({ file: { account }, open, onClose }: MarkDecoyDialogProps) {
  const mark = useDecoy();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`Mark ${visible(account)} as a decoy`}
      description="From now on each logon, refusal, ticket or change of it opens a critical case. Earlier events stay as they were judged."
      actions={
        <>
          <Button onClick={onClose} disabled={mark.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={mark.isPending}
            onClick={() => mark.mutate({ account, is_decoy: true }, { onSettled: onClose })}
          >
            {mark.isPending ? 'Marking…' : 'Mark as decoy'}
          </Button>
        </>
      }
    />
  );
}
