import { type Channel, caseSeverities, kindTitle, kindTitles, limits } from '@scout/contract';
import { Choices, Field, Select, TextInput } from '@scout/ui';
import { severityTitles } from '../recipientWords.ts';

const { nameMax, patternMax } = limits.channels;
const severities = caseSeverities.map((value) => ({ value, label: severityTitles[value] }));

const findingKinds = kindTitles.map(([kind]) => kind);

/** The editable properties of a channel; an empty pattern means every account. */
export interface ChannelDraft {
  readonly name: string;
  readonly severity: Channel['min_severity'];
  readonly pattern: string;
  /** Kinds of findings; empty: any. */
  readonly kinds: readonly string[];
}

interface ChannelFieldsProps {
  draft: ChannelDraft;
  onChange: (draft: ChannelDraft) => void;
  nameError: string | false;
}

/** Name and filter of a channel. */
export function ChannelFields({ draft, onChange, nameError }: ChannelFieldsProps) {
  return (
    <>
      <Field label="Name" error={nameError}>
        <TextInput
          autoComplete="off"
          maxLength={nameMax}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      </Field>
      <Field label="Severity" hint="Cases to send">
        <Select
          options={severities}
          value={draft.severity}
          onValueChange={(severity) => onChange({ ...draft, severity })}
        />
      </Field>
      <Field label="Accounts" hint="A name, or a pattern such as svc.pay*. Empty: every account">
        <TextInput
          autoComplete="off"
          spellCheck={false}
          maxLength={patternMax}
          value={draft.pattern}
          onChange={(event) => onChange({ ...draft, pattern: event.target.value })}
        />
      </Field>
      <Choices
        legend="Findings"
        hint="Cases with any of these are sent. If none is checked, every case is sent."
        options={findingKinds}
        title={kindTitle}
        chosen={draft.kinds}
        onChange={(kinds) => onChange({ ...draft, kinds })}
        look="grid max-h-44 grid-cols-1 gap-x-4 gap-y-1 overflow-y-auto border border-stroke-subtle p-3 sm:grid-cols-2"
      />
    </>
  );
}

/** Fault of the name; false if valid. */
export const nameErrorOf = ({ name }: ChannelDraft): string | false =>
  name.trim() === '' && 'Give the channel a name';

/** The draft as input of calls. */
export const inputOf = ({ name, severity, pattern, kinds }: ChannelDraft) => ({
  name: name.trim(),
  min_severity: severity,
  account_pattern: pattern.trim() === '' ? null : pattern.trim(),
  finding_kinds: [...kinds],
});
