import {
  limits,
  type OwnerDecision,
  ownerDecisions,
  ownerDecisionTitles,
  type ReviewedAccount,
} from '@scout/contract';
import { Button, Dialog, Field, Select, TextArea } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { toast } from '../../../shell/toast.tsx';
import { visible } from '../../incidents/rawText.ts';
import { refreshReview } from './refreshReview.ts';

const options = ownerDecisions.map((value) => ({ value, label: ownerDecisionTitles[value] }));

interface DecideDialogProps {
  number: number;
  of: ReviewedAccount;
  onClose: () => void;
}

/** A decision about one account, by its owner or by an admin. */
export function DecideDialog({
  number,
  of: { account, owner, is_own, ...before },
  onClose,
}: DecideDialogProps) {
  const [decision, setDecision] = useState<OwnerDecision | null>(before.decision);
  const [comment, setComment] = useState(before.comment ?? '');
  const [tried, setTried] = useState(false);
  const decide = useMutation({
    mutationFn: (chosen: OwnerDecision) =>
      api.ownerReviewsDecide({ number, accounts: [account], decision: chosen, comment }),
    onSuccess: () => {
      toast.success('Decision saved', account);
      onClose();
    },
    onError: (error) => toast.error('The decision was not saved', messageOf(error)),
    onSettled: refreshReview,
  });
  const submit = () => {
    setTried(true);
    if (decision !== null) decide.mutate(decision);
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={`What should happen to ${visible(account)}?`}
      description={
        is_own
          ? 'Your decision is recorded in the review and in the audit log.'
          : `You are deciding for ${visible(owner ?? '')}. The record names you.`
      }
      actions={
        <>
          <Button onClick={onClose} disabled={decide.isPending}>
            Cancel
          </Button>
          <Button variant="primary" busy={decide.isPending} onClick={submit}>
            {decide.isPending ? 'Saving…' : 'Save decision'}
          </Button>
        </>
      }
    >
      <div className="mt-2 flex flex-col gap-4">
        <Field label="Decision" required error={tried && decision === null && 'Choose a decision'}>
          <Select options={options} value={decision} onValueChange={setDecision} placeholder="Choose" />
        </Field>
        <Field label="Comment" hint="Required change, or reason">
          <TextArea
            rows={2}
            value={comment}
            maxLength={limits.ownerReviews.commentMax}
            onChange={(event) => setComment(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
