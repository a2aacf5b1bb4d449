import { holdReason, limits } from '@scout/contract';
import { Button, Dialog, Field, TextInput } from '@scout/ui';
import { type FormEvent, useId, useState } from 'react';
import { inDemoMode } from '../../../../demo/demoMode.ts';
import { toast } from '../../../../shell/toast.tsx';
import { useHoldChange } from './retentionQueries.ts';

const words = {
  set: {
    title: 'Set legal hold',
    description: 'None of the organization’s data expires until an admin lifts the hold.',
  },
  lift: {
    title: 'Lift legal hold',
    description: 'Data older than your retention period is permanently deleted within an hour.',
  },
} as const;

interface HoldDialogProps {
  /** Requested change: a hold, or its end. */
  held: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for the reason, which the audit log keeps. */
export function HoldDialog({ held, open, onOpenChange }: HoldDialogProps) {
  const form = useId();
  const [reason, setReason] = useState('');
  const hold = useHoldChange();
  const { title, description } = held ? words.set : words.lift;
  const change = (next: boolean) => {
    setReason('');
    onOpenChange(next);
  };
  const isReady = holdReason.safeParse(reason).success;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    if (inDemoMode(window)) {
      toast.info('Demo Mode', `"${title}" is not available in demo mode.`);
      return;
    }
    hold.mutate({ held, reason }, { onSuccess: () => change(false) });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={() => change(false)} disabled={hold.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={held ? 'primary' : 'danger'}
            disabled={!isReady}
            busy={hold.isPending}
          >
            {title}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="pt-2">
        <Field label="Reason" hint="Admins see it, and the audit log records it.">
          <TextInput
            autoComplete="off"
            maxLength={limits.retention.holdReasonMax}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
