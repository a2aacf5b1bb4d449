import {
  type CaseClosing,
  type CaseFile,
  caseClosings,
  changeNumber,
  closingTitles,
  limits,
} from '@scout/contract';
import { Button, Dialog, Field, Select, TextArea, TextInput } from '@scout/ui';
import { type RefObject, useRef, useState } from 'react';
import { api } from '../../../session/current.ts';
import { useCaseChange } from './useCaseChange.ts';

const options = caseClosings.map((value) => ({ value, label: closingTitles[value] }));

interface CloseDialogProps {
  file: CaseFile;
  open: boolean;
  onClose: () => void;
  /** The case's actions, among which there is no button for closing it afterwards. */
  actions: RefObject<HTMLElement | null>;
}

/** Closes a case, with its outcome and reason. */
export function CloseDialog({ file: { number }, open, onClose, actions }: CloseDialogProps) {
  const [as, setAs] = useState<CaseClosing | null>(null);
  const [reason, setReason] = useState('');
  const [change, setChange] = useState('');
  const [tried, setTried] = useState(false);
  const isClosed = useRef(false);
  const close = useCaseChange({
    run: (input: { as: CaseClosing; reason: string; change?: string }) =>
      api.casesClose({ number, ...input }),
    done: 'Case closed',
    failed: 'The case was not closed',
  });
  const given = as === 'expected' ? change.trim() : '';
  const changeError =
    given !== '' && !changeNumber.safeParse(given).success && 'A number such as CHG0030001 or CHG-12';
  const submit = () => {
    setTried(true);
    if (as === null || reason.trim() === '' || changeError) return;
    close.mutate(
      { as, reason, ...(given !== '' && { change: given }) },
      {
        onSuccess: () => {
          setReason('');
          setChange('');
          setAs(null);
          setTried(false);
          isClosed.current = true;
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      focusAfter={() => (isClosed.current ? actions.current : undefined)}
      title="Close this case"
      description="The reason is recorded in the case and in the audit log. You can reopen the case."
      actions={
        <>
          <Button onClick={onClose} disabled={close.isPending}>
            Cancel
          </Button>
          <Button variant="primary" busy={close.isPending} onClick={submit}>
            {close.isPending ? 'Closing…' : 'Close case'}
          </Button>
        </>
      }
    >
      <div className="mt-2 flex flex-col gap-4">
        <Field label="What was it?" required error={tried && as === null && 'Choose an outcome'}>
          <Select options={options} value={as} onValueChange={setAs} placeholder="Choose" />
        </Field>
        <Field
          label="Why?"
          required
          error={tried && reason.trim() === '' && 'Enter a reason for closing the case'}
        >
          <TextArea
            value={reason}
            maxLength={limits.cases.reasonMax}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {as === 'expected' && (
          <Field
            label="Change number"
            hint="Optional. If Jira or ServiceNow is connected, the change must be approved, contain the time of the case and name its machines"
            error={tried && changeError}
          >
            <TextInput
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              value={change}
              onChange={(event) => setChange(event.target.value)}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}
