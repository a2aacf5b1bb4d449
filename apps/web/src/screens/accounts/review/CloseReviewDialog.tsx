import type { OwnerReview } from '@scout/contract';
import { Button, Dialog, formatCount } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { toast } from '../../../shell/toast.tsx';
import { refreshReview } from './refreshReview.ts';

interface CloseReviewDialogProps {
  review: OwnerReview;
  open: boolean;
  onClose: () => void;
}

/** Closes the review permanently. */
export function CloseReviewDialog({ review: { number, undecided }, open, onClose }: CloseReviewDialogProps) {
  const close = useMutation({
    mutationFn: () => api.ownerReviewsClose({ number }),
    onSuccess: () => {
      toast.success('Review closed', 'Its record is in Settings, Reports.');
      onClose();
    },
    onError: (error) => toast.error('The review was not closed', messageOf(error)),
    onSettled: refreshReview,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Close this review"
      description="A closed review cannot be changed or reopened. Download its record in Settings, Reports."
      actions={
        <>
          <Button onClick={onClose} disabled={close.isPending}>
            Cancel
          </Button>
          <Button variant="primary" busy={close.isPending} onClick={() => close.mutate()}>
            {close.isPending ? 'Closing…' : 'Close permanently'}
          </Button>
        </>
      }
    >
      {undecided > 0 && (
        <p className="mt-2 text-body">
          {formatCount(undecided)} {undecided === 1 ? 'account stays' : 'accounts stay'} undecided in the
          record.
        </p>
      )}
    </Dialog>
  );
}
