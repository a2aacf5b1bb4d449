import { type NameKind, SETTINGS_LIMITS } from '@scout/detection';
import { Button, Field, formatCount, Mono, Panel, Switch, TextArea } from '@scout/ui';
import { type FormEvent, useState } from 'react';
import { RowButton } from '../RowButton.tsx';
import { addEntries, type Draft } from './entries.ts';
import { kindWords } from './kinds.ts';

interface NameRulePanelProps {
  kind: NameKind;
  rule: Draft[NameKind];
  /** Undefined for members, who have read access. */
  onChange: ((rule: Draft[NameKind]) => void) | undefined;
}

/** Matching of one kind of names: the standard rule, and a list of the organization's own. */
export function NameRulePanel({ kind, rule, onChange }: NameRulePanelProps) {
  const { title, standard } = kindWords[kind];
  const { entries } = rule;
  return (
    <Panel
      title={title}
      span={6}
      description={
        entries.length > 0 && `${formatCount(entries.length)} of ${formatCount(SETTINGS_LIMITS.entries)}`
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <Switch
          label="Standard names"
          description={standard}
          checked={rule.standard}
          disabled={onChange === undefined}
          onCheckedChange={(checked) => onChange?.({ ...rule, standard: checked })}
        />
        {onChange && (
          <EntryForm kind={kind} entries={entries} onAdd={(added) => onChange({ ...rule, entries: added })} />
        )}
        {entries.length === 0 ? (
          <p className="text-label text-content-muted">No names of your own.</p>
        ) : (
          <ul
            aria-label={`Own names of ${title.toLowerCase()}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys.
            tabIndex={0}
            className="max-h-72 overflow-y-auto border-t border-stroke-subtle"
          >
            {entries.map((entry) => (
              <li
                key={entry}
                className="flex min-h-9 items-center justify-between gap-3 border-b border-stroke-subtle py-1 pr-1 text-body last:border-b-0"
              >
                <span className="min-w-0 wrap-anywhere">
                  <Mono value={entry} />
                </span>
                {onChange && (
                  <RowButton
                    access="admin"
                    label={`Remove ${entry}`}
                    onPress={() => onChange({ ...rule, entries: entries.filter((other) => other !== entry) })}
                  >
                    Remove
                  </RowButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

interface EntryFormProps {
  kind: NameKind;
  entries: readonly string[];
  onAdd: (entries: string[]) => void;
}

function EntryForm({ kind, entries, onAdd }: EntryFormProps) {
  const { title, hint, placeholder } = kindWords[kind];
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const result = addEntries(kind, entries, text);
    setProblem(result.problem);
    if (result.problem !== null) return;
    setText('');
    onAdd(result.entries);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-2">
      <div className="w-full">
        <Field label="Own names and patterns" hint={`${hint} One a line.`} error={problem}>
          <TextArea
            rows={2}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
      </div>
      <Button
        type="submit"
        size="small"
        aria-label={`Add to ${title.toLowerCase()}`}
        disabled={text.trim() === ''}
      >
        Add
      </Button>
    </form>
  );
}
