import type { KindPreview, RuleMatches } from '@scout/contract';
import { Button, ChevronDownIcon, ChevronRightIcon, formatCount, Mono } from '@scout/ui';
import { useId, useState } from 'react';
import { visible } from '../../incidents/rawText.ts';
import { namesWord } from './matchWords.ts';

interface MatchToggleProps {
  of: RuleMatches;
  /** The entry or rule: 'sa_*'. */
  label: string;
  open: boolean;
  /** Id of the list that it opens. */
  controls: string;
  onToggle: () => void;
}

/** The number of names that an entry matches, which opens their list; text alone if there are none. */
export function MatchToggle({ of: { names }, label, open, controls, onToggle }: MatchToggleProps) {
  if (names === 0) return <span className="px-2.5 text-label text-content-muted">no match in 30 days</span>;
  return (
    <Button
      size="small"
      variant="quiet"
      aria-expanded={open}
      aria-controls={controls}
      aria-label={`${namesWord(names)} of ${label}`}
      icon={open ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}
      onClick={onToggle}
    >
      <span className="tabular-nums">{namesWord(names)}</span>
    </Button>
  );
}

/** Names with the number of their events. */
export function NameCounts({ names, count }: { names: RuleMatches['top']; count: number }) {
  return (
    <ul className="w-full min-w-0 pb-1 pl-4">
      {names.map(({ name, events }) => (
        <li key={name} className="flex items-baseline justify-between gap-3 py-0.5 text-label">
          <span className="min-w-0 wrap-anywhere">
            <Mono value={visible(name)} />
          </span>
          <span className="shrink-0 text-content-muted tabular-nums">
            {formatCount(events)} {events === 1 ? 'event' : 'events'}
          </span>
        </li>
      ))}
      {count > names.length && (
        <li className="py-0.5 text-label text-content-muted">and {formatCount(count - names.length)} more</li>
      )}
    </ul>
  );
}

/** Names that changed settings add and take away; without changes those that match, on demand. */
export function Matches({
  of: { next, added, removed, kept, now },
  title,
}: {
  of: KindPreview;
  title: string;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const isChanged = added.length + removed.length > 0;
  const addedCount = next - now + removed.length;
  return (
    <section aria-label={`${title} that match`} className="flex min-w-0 flex-col items-start gap-2">
      {added.length > 0 && <Change title="New" names={added} count={Math.max(added.length, addedCount)} />}
      {removed.length > 0 && <Change title="No longer" names={removed} count={removed.length} />}
      {kept.length > 0 ? (
        <>
          <span className="-ml-2.5">
            <MatchToggle
              of={{ names: isChanged ? next - added.length : next, top: kept }}
              label={`${title.toLowerCase()} ${isChanged ? 'as before' : 'in 30 days'}`}
              open={open}
              controls={id}
              onToggle={() => setOpen(!open)}
            />
            {isChanged && <span className="text-label text-content-muted">as before</span>}
          </span>
          <div id={id} hidden={!open} className="w-full">
            <NameCounts names={kept} count={isChanged ? kept.length : next} />
          </div>
        </>
      ) : (
        !isChanged && <p className="text-label text-content-muted">No event names one.</p>
      )}
    </section>
  );
}

function Change({ title, names, count }: { title: string; names: KindPreview['added']; count: number }) {
  return (
    <div className="w-full min-w-0">
      <h3 className="text-label font-medium">{title}</h3>
      <NameCounts names={names} count={count} />
    </div>
  );
}
