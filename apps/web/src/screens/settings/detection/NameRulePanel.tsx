import type { KindPreview } from '@scout/contract';
import { type NameKind, SETTINGS_LIMITS } from '@scout/detection';
import { formatCount, Panel, Switch } from '@scout/ui';
import { useId, useRef, useState } from 'react';
import { EntryForm } from './EntryForm.tsx';
import { EntryRow } from './EntryRow.tsx';
import { type Draft, listedEntries } from './entries.ts';
import { kindWords } from './kinds.ts';
import { Matches, MatchToggle, NameCounts } from './Matches.tsx';
import { changeOf } from './matchWords.ts';

interface NameRulePanelProps {
  kind: NameKind;
  rule: Draft[NameKind];
  /** Entries in force. */
  saved: readonly string[];
  /** Undefined for members, and until it is computed. */
  preview: KindPreview | undefined;
  /** Undefined for members, who have read access. */
  onChange: ((rule: Draft[NameKind]) => void) | undefined;
}

/** Matching of one kind of names: the standard rule and the organization's own entries, each beside its matches. */
export function NameRulePanel({ kind, rule, saved, preview, onChange }: NameRulePanelProps) {
  const { title, standard } = kindWords[kind];
  const { entries } = rule;
  const [open, setOpen] = useState(false);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const hasOwn = entries.length + saved.length > 0;
  const matches = new Map(preview?.entries.map((each) => [each.entry, each]));
  return (
    <Panel
      title={title}
      span={6}
      description={
        preview ? (
          <span className="tabular-nums">
            {changeOf(preview.now, preview.next)} {preview.next === 1 ? 'name' : 'names'} in 30 days
          </span>
        ) : (
          entries.length > 0 && `${formatCount(entries.length)} of ${formatCount(SETTINGS_LIMITS.entries)}`
        )
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0 grow basis-60">
            <Switch
              label="Standard names"
              description={standard}
              checked={rule.standard}
              disabled={onChange === undefined}
              onCheckedChange={(checked) => onChange?.({ ...rule, standard: checked })}
            />
          </div>
          {preview && (
            <MatchToggle
              of={preview.standard}
              label="the standard names"
              open={open}
              controls={id}
              onToggle={() => setOpen(!open)}
            />
          )}
          {preview && (
            <div id={id} hidden={!open} className="w-full">
              <NameCounts names={preview.standard.top} count={preview.standard.names} />
            </div>
          )}
        </div>
        {onChange && (
          <EntryForm kind={kind} entries={entries} onAdd={(added) => onChange({ ...rule, entries: added })} />
        )}
        {!hasOwn ? (
          <p className="text-label text-content-muted">No names of your own.</p>
        ) : (
          <ul
            ref={list}
            aria-label={`Own names of ${title.toLowerCase()}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys.
            tabIndex={0}
            className="max-h-80 overflow-y-auto border-t border-stroke-subtle"
          >
            {listedEntries(saved, entries).map(({ entry, state }) => (
              <EntryRow
                key={entry}
                entry={entry}
                state={state}
                matches={matches.get(entry)}
                onToggle={
                  onChange &&
                  (() => {
                    // A new entry disappears with its button.
                    if (state === 'new') list.current?.focus();
                    onChange({ ...rule, entries: toggled(saved, entries, entry) });
                  })
                }
              />
            ))}
          </ul>
        )}
        {preview && (hasOwn || preview.now !== preview.next) && <Matches of={preview} title={title} />}
      </div>
    </Panel>
  );
}

/** Removes an entry, or puts a removed one back in its place. */
function toggled(saved: readonly string[], entries: readonly string[], entry: string): string[] {
  if (entries.includes(entry)) return entries.filter((other) => other !== entry);
  const kept = new Set([...entries, entry]);
  return [...saved.filter((other) => kept.has(other)), ...entries.filter((other) => !saved.includes(other))];
}
