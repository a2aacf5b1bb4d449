import type { CaseRun } from '@scout/contract';
import { ChevronDownIcon, cx, formatCount } from '@scout/ui';
import { useId, useState } from 'react';
import { timeZone } from '../../../../events/clock.ts';
import { RunEvents } from './RunEvents.tsx';
import { wordsOfRun } from './runWords.ts';
import { spanText } from './spanText.ts';

/** A name wraps as a whole if possible. */
const nameLook = 'inline-block max-w-full align-bottom font-mono whitespace-pre-wrap';

/** One run; expanding it shows its events. */
export function RunLine({ run, number }: { run: CaseRun; number: number }) {
  const [isOpen, setOpen] = useState(false);
  const events = useId();
  return (
    <li className="border-t border-stroke-subtle">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={events}
        onClick={() => setOpen(!isOpen)}
        className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-2 text-left hover:bg-surface-3 focus-visible:-outline-offset-2 md:grid-cols-[15.5rem_minmax(0,1fr)_auto]"
      >
        <span className="font-mono text-label text-content-muted max-md:col-span-full">
          {spanText(run.first, run.last, timeZone)}
        </span>
        <span className="min-w-0 text-body wrap-anywhere">
          {wordsOfRun(run).map(({ text, isName }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a run stay in their places.
            <span key={index} className={cx(isName && nameLook)}>
              {text}
            </span>
          ))}
        </span>
        <span className="flex items-center gap-2 font-mono text-label whitespace-nowrap">
          × {formatCount(run.events)}
          <span
            className={cx(
              'text-content-faint transition-transform motion-reduce:transition-none',
              isOpen && 'rotate-180',
            )}
          >
            <ChevronDownIcon size={14} />
          </span>
        </span>
      </button>
      <div id={events} hidden={!isOpen}>
        {isOpen && <RunEvents run={run} number={number} />}
      </div>
    </li>
  );
}
