import { kindTitle, kindTitles, limits } from '@scout/contract';
import { Button, Dialog, Field, Select, TextArea, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { toast } from '../../../shell/toast.tsx';
import { refreshCases } from '../refreshCases.ts';
import { type ExceptionDraft, namesOf } from './draft.ts';
import { ExceptionTrial } from './ExceptionTrial.tsx';

const { nameMax, reasonMax, approverMax, daysMax, wideHoursMax } = limits.exceptions;

interface ExceptionDialogProps {
  /** Initial values of the fields. */
  draft: ExceptionDraft;
  open: boolean;
  onClose: () => void;
  /** The element in which the focus goes on, where the exception removes the button that opened the dialog. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** Creates an exception. The fields are reset each time the dialog opens. */
export function ExceptionDialog({ draft, open, onClose, focusAfter }: ExceptionDialogProps) {
  const [times, setTimes] = useState(0);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setTimes(times + 1);
  }
  return <Form key={times} draft={draft} open={open} onClose={onClose} {...(focusAfter && { focusAfter })} />;
}

function Form({ draft: given, open, onClose, focusAfter }: ExceptionDialogProps) {
  const form = useId();
  const [draft, setDraft] = useState(given);
  const [tried, setTried] = useState(false);
  const isMade = useRef(false);
  const change = (next: Partial<ExceptionDraft>) => setDraft({ ...draft, ...next });
  const make = useMutation({
    mutationFn: (input: ExceptionDraft) => api.exceptionsCreate(requestOf(input)),
    onSuccess: () => {
      toast.success('Exception created', 'Matching activity is now excused.');
      isMade.current = true;
      onClose();
    },
    onError: (error) => toast.error('The exception was not created', messageOf(error)),
    onSettled: refreshCases,
  });
  const missing = missingOf(draft);
  const kinds = [
    { value: 'any', label: 'Any kind' },
    ...kindTitles.map(([value, label]) => ({ value, label })),
  ];
  if (!kinds.some(({ value }) => value === draft.kind))
    kinds.push({ value: draft.kind, label: kindTitle(draft.kind) });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(missing).length === 0) make.mutate(draft);
  };
  const error = (field: keyof ExceptionDraft) => tried && missing[field];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      focusAfter={() => (isMade.current ? focusAfter?.current : undefined)}
      title="Create exception"
      description="Matching activity opens no case until the exception ends, and stays listed under Excused. The audit log records who created and approved it, why, and until when."
      actions={
        <>
          <Button onClick={onClose} disabled={make.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} busy={make.isPending}>
            {make.isPending ? 'Saving…' : 'Create exception'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="mt-2 flex flex-col gap-4" onSubmit={submit}>
        <Field label="Account" required hint="A name, or a pattern with *" error={error('account')}>
          <TextInput
            mono
            value={draft.account}
            maxLength={nameMax}
            onChange={(event) => change({ account: event.target.value })}
          />
        </Field>
        <Field label="Permitted activity">
          <Select options={kinds} value={draft.kind} onValueChange={(kind) => change({ kind })} />
        </Field>
        <Names label="From machines" value={draft.sources} onChange={(sources) => change({ sources })} />
        <Names
          label="To servers"
          value={draft.destinations}
          onChange={(destinations) => change({ destinations })}
        />
        <Names label="By people" value={draft.persons} onChange={(persons) => change({ persons })} />
        <ExceptionTrial
          key={JSON.stringify(permittedOf(draft))}
          permitted={draft.account.trim() === '' ? null : permittedOf(draft)}
        />
        {given.startsAt !== null && (
          <Field label="Begins">
            <Select
              options={[
                { value: 'case', label: 'When this case began' },
                { value: 'now', label: 'Now' },
              ]}
              value={draft.startsAt === null ? 'now' : 'case'}
              onValueChange={(from) => change({ startsAt: from === 'now' ? null : given.startsAt })}
            />
          </Field>
        )}
        <Field
          label="Ends"
          required
          hint={`In your time zone. At most ${daysMax} days after it begins, or ${wideHoursMax} hours if no machine, server or person is named.`}
          error={error('endsAt')}
        >
          <TextInput
            type="datetime-local"
            value={draft.endsAt}
            onChange={(event) => change({ endsAt: event.target.value })}
          />
        </Field>
        <Field label="Why?" required error={error('reason')}>
          <TextArea
            rows={2}
            value={draft.reason}
            maxLength={reasonMax}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
        <Field
          label="Approved by"
          required
          hint="A person, or the number of a change request"
          error={error('approvedBy')}
        >
          <TextInput
            value={draft.approvedBy}
            maxLength={approverMax}
            onChange={(event) => change({ approvedBy: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  );
}

interface NamesProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A list of names; empty permits any. */
function Names({ label, value, onChange }: NamesProps) {
  return (
    <Field
      label={label}
      hint={
        value.trim() === '' ? 'Names or patterns with *, one per line. Leave empty for any.' : 'One per line'
      }
    >
      <TextArea
        rows={2}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

function missingOf({
  account,
  endsAt,
  reason,
  approvedBy,
}: ExceptionDraft): Partial<Record<keyof ExceptionDraft, string>> {
  return {
    ...(account.trim() === '' && { account: 'Enter an account' }),
    ...(Number.isNaN(Date.parse(endsAt)) && { endsAt: 'Enter an end time' }),
    ...(reason.trim() === '' && { reason: 'Enter a reason' }),
    ...(approvedBy.trim() === '' && { approvedBy: 'Enter the approver' }),
  };
}

/** The parts of a draft that say what it permits. */
function permittedOf({ account, kind, sources, destinations, persons }: ExceptionDraft) {
  return {
    account,
    kinds: kind === 'any' ? [] : [kind],
    sources: namesOf(sources),
    destinations: namesOf(destinations),
    persons: namesOf(persons),
  };
}

function requestOf(draft: ExceptionDraft) {
  const { startsAt, endsAt, reason, approvedBy } = draft;
  return {
    ...permittedOf(draft),
    ...(startsAt !== null && { starts_at: startsAt }),
    ends_at: new Date(endsAt).toISOString(),
    reason,
    approved_by: approvedBy,
  };
}
