import type { RuleMatches } from '@scout/contract';
import { CloseIcon, cx, Mono } from '@scout/ui';
import { useId, useState } from 'react';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import type { ListedEntry } from './entries.ts';
import { MatchToggle, NameCounts } from './Matches.tsx';

interface EntryRowProps extends ListedEntry {
  /** Undefined while unknown. */
  matches: RuleMatches | undefined;
  /** Removes the entry or restores it; undefined for members. */
  onToggle: (() => void) | undefined;
}

/** An own name or pattern with its matches. */
export function EntryRow({ entry, state, matches, onToggle }: EntryRowProps) {
  const isRemoved = state === 'removed';
  const [open, setOpen] = useState(false);
  const id = useId();
  const shown = isRemoved ? undefined : matches;
  return (
    <li className="group flex min-h-9 flex-wrap items-center gap-x-3 border-b border-stroke-subtle py-1 text-body last:border-b-0">
      <span className={cx('min-w-0 wrap-anywhere', isRemoved && 'text-content-muted line-through')}>
        <Mono value={entry} />
      </span>
      {state !== 'saved' && <span className="text-label text-content-muted">{state}</span>}
      <span className="ml-auto flex min-w-0 items-center gap-1">
        {shown && (
          <MatchToggle of={shown} label={entry} open={open} controls={id} onToggle={() => setOpen(!open)} />
        )}
        {onToggle && (
          <span
            className={cx(
              'inline-flex',
              !isRemoved &&
                'text-content-muted pointer-fine:opacity-50 pointer-fine:group-hover:opacity-100 pointer-fine:focus-within:opacity-100',
            )}
          >
            <ActionButton
              command={isRemoved ? `Restore ${entry}` : `Remove ${entry}`}
              access="admin"
              ofRow
              size="small"
              variant="quiet"
              aria-label={isRemoved ? `Restore ${entry}` : `Remove ${entry}`}
              onClick={onToggle}
            >
              {isRemoved ? 'Restore' : <CloseIcon size={12} />}
            </ActionButton>
          </span>
        )}
      </span>
      {shown && (
        <div id={id} hidden={!open} className="w-full">
          <NameCounts names={shown.top} count={shown.names} />
        </div>
      )}
    </li>
  );
}
