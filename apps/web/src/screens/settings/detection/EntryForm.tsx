import type { NameKind } from '@scout/detection';
import { Button, Field, TextInput } from '@scout/ui';
import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { addEntries } from './entries.ts';
import { kindWords } from './kinds.ts';

interface EntryFormProps {
  kind: NameKind;
  entries: readonly string[];
  onAdd: (entries: string[]) => void;
}

/** Adds names and patterns to the draft: one by Enter, many by pasting lines. */
export function EntryForm({ kind, entries, onAdd }: EntryFormProps) {
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

  /** An input would join pasted lines to one name. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const lines = event.clipboardData
      .getData('text')
      .trim()
      .split(/[\r\n]+/);
    if (lines.length < 2) return;
    event.preventDefault();
    setText([text, ...lines].filter((line) => line.trim() !== '').join(', '));
    setProblem(null);
  }

  return (
    <form noValidate onSubmit={submit}>
      <Field label="Own names and patterns" hint={hint} error={problem}>
        <span className="flex w-full gap-2">
          <TextInput
            compact
            mono
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onPaste={paste}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
          <Button type="submit" aria-label={`Add to ${title.toLowerCase()}`} disabled={text.trim() === ''}>
            Add
          </Button>
        </span>
      </Field>
    </form>
  );
}
