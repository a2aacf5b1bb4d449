import { ChevronDownIcon, cx, formatCount } from '@scout/ui';
import { type ReactNode, useId, useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { spanText } from './spanText.ts';

interface RunLineProps {
  run: { readonly first: string; readonly last: string; readonly events: number };
  words: ReactNode;
  /** Opens the only event of the run; without it, and for several events, the line expands. */
  onOpenOnly?: () => void;
  /** The events, rendered once expanded. */
  children: ReactNode;
}

/** Events of one way as one line: time range, words and count; expanding it shows the events. */
export function RunLine({ run: { first, last, events }, words, onOpenOnly, children }: RunLineProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const opensOnly = events === 1 && onOpenOnly !== undefined;
  return (
    <li className="@container border-t border-stroke-subtle first:border-t-0">
      <button
        type="button"
        {...(!opensOnly && { 'aria-expanded': isOpen, 'aria-controls': list })}
        onClick={opensOnly ? onOpenOnly : () => setOpen(!isOpen)}
        className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-2 text-left hover:bg-surface-3 focus-visible:-outline-offset-2 @min-[44rem]:grid-cols-[15.5rem_minmax(0,1fr)_auto]"
      >
        <span className="col-span-full font-mono text-label text-content-muted @min-[44rem]:col-auto">
          {spanText(first, last, timeZone)}
        </span>
        <span className="min-w-0 text-body wrap-anywhere">{words}</span>
        <span className="flex items-center gap-2 font-mono text-label whitespace-nowrap">
          × {formatCount(events)}
          <span
            className={cx(
              'text-content-faint transition-transform motion-reduce:transition-none',
              opensOnly ? '-rotate-90' : isOpen && 'rotate-180',
            )}
          >
            <ChevronDownIcon size={14} />
          </span>
        </span>
      </button>
      {!opensOnly && (
        <div id={list} hidden={!isOpen}>
          {isOpen && children}
        </div>
      )}
    </li>
  );
}
