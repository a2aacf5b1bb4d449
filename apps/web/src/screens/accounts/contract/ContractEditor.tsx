import { type AccountContractState, limits } from '@scout/contract';
import { Button, Choices, Field, Notice, TextArea } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useUnsavedWork } from '../../../shell/unsavedWork.ts';
import { type ContractDraft, type ContractProblems, readDraft } from './contractDraft.ts';
import { TrialResult } from './TrialResult.tsx';
import { useContractChange } from './useContractChange.ts';
import { hoursFrom, hourWords, presentOffset, titleOfUse, titlesOfUse, zoneWords } from './words.ts';

const { days, names } = limits.accountContracts;

interface ContractEditorProps {
  state: AccountContractState;
  initial: ContractDraft;
  /** Shown above the form of a proposal: what it leaves out. */
  note?: ReactNode;
  onClose: () => void;
}

/** Edits a contract, tries it on stored activity, and saves it as a draft. */
export function ContractEditor({
  state: { account, revision },
  initial,
  note,
  onClose,
}: ContractEditorProps) {
  const [draft, setDraft] = useState(initial);
  const offset = presentOffset();
  const [problems, setProblems] = useState<ContractProblems>({});
  useUnsavedWork(draft === initial ? null : `changes of the contract of ${account}`);
  const attempt = useMutation({
    mutationFn: (input: Parameters<typeof api.accountContractTry>[0]) => api.accountContractTry(input),
  });
  const save = useContractChange({
    account,
    run: api.accountContractSave,
    done: 'Draft saved',
    failed: 'The draft was not saved',
  });
  const change = (part: Partial<ContractDraft>) => {
    setDraft({ ...draft, ...part });
    setProblems({});
    attempt.reset();
  };
  const checked = () => {
    const read = readDraft(draft);
    setProblems('problems' in read ? read.problems : {});
    return 'contract' in read ? read.contract : undefined;
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const contract = checked();
    if (contract) save.mutate({ account, revision, contract }, { onSuccess: onClose });
  };
  const tryOut = () => {
    const contract = checked();
    if (contract) attempt.mutate({ account, contract });
  };
  return (
    <form noValidate aria-label="Contract" onSubmit={submit} className="flex flex-col gap-4">
      {note}
      <p className="max-w-[80ch] text-body text-content-muted">
        Anything else becomes a case. An empty field permits anything. * stands for any text: app* permits
        app1 and app2.
        {offset !== 0 && ' Hours are stored in UTC and shift by an hour with daylight saving time.'}
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Names
          label="Comes from"
          value={draft.sources}
          error={problems.sources}
          onChange={(sources) => change({ sources })}
        />
        <Names
          label="Goes to"
          value={draft.destinations}
          error={problems.destinations}
          onChange={(destinations) => change({ destinations })}
        />
        <Choices
          legend="Kinds of use"
          options={[...new Set([...Object.keys(titlesOfUse), ...initial.kinds])]}
          title={titleOfUse}
          chosen={draft.kinds}
          onChange={(kinds) => change({ kinds })}
          look="grid gap-x-4 gap-y-1 sm:grid-cols-2"
        />
        <Choices
          legend={`Hours of the day, your time (${zoneWords(offset)})`}
          options={hoursFrom(offset)}
          title={(hour) => hourWords(hour, offset)}
          chosen={draft.hours}
          onChange={(hours) => change({ hours })}
          look="grid grid-cols-4 sm:grid-cols-6 gap-x-2 gap-y-1 font-mono"
        />
      </div>
      {(problems.all ?? problems.kinds ?? problems.hours) !== undefined && (
        <Notice tone="error">{problems.all ?? problems.kinds ?? problems.hours}</Notice>
      )}
      {attempt.data && <TrialResult trial={attempt.data} />}
      {attempt.isError && (
        <Notice tone="error" title="The contract could not be tested">
          {messageOf(attempt.error)} Nothing was saved.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button variant="primary" type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save draft'}
        </Button>
        <Button busy={attempt.isPending} onClick={tryOut}>
          {`Test on the last ${days} days`}
        </Button>
        <Button variant="quiet" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface NamesProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Names({ label, value, error, onChange }: NamesProps) {
  return (
    <Field
      label={label}
      hint={`Machines without their domain, one per line, at most ${names}. Leave empty for any machine.`}
      error={error}
    >
      <TextArea
        rows={4}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
