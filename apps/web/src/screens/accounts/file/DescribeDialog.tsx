import { limits, type ServiceAccountFile } from '@scout/contract';
import { Button, Dialog, Field, TextArea, TextInput } from '@scout/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { useDescribe } from './useDescribe.ts';

interface DescribeDialogProps {
  file: ServiceAccountFile;
  open: boolean;
  onClose: () => void;
}

/** Sets owner and purpose of an account. */
export function DescribeDialog({ file, open, onClose }: DescribeDialogProps) {
  const { account } = file;
  const form = useId();
  const [owner, setOwner] = useState(file.owner ?? '');
  const [purpose, setPurpose] = useState(file.purpose ?? '');
  const save = useDescribe(account);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Owner and purpose"
      actions={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} busy={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="mt-2 flex flex-col gap-4"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          save.mutate({ owner, purpose }, { onSuccess: onClose });
        }}
      >
        <Field label="Owner" hint="The person or team responsible for the account">
          <TextInput
            value={owner}
            maxLength={limits.accounts.ownerMax}
            onChange={(event) => setOwner(event.target.value)}
          />
        </Field>
        <Field label="Purpose">
          <TextArea
            rows={3}
            value={purpose}
            maxLength={limits.accounts.purposeMax}
            onChange={(event) => setPurpose(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
