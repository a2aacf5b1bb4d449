import { caseHeadline } from '@scout/cases/report/statement';
import {
  type CaseRow,
  caseNumberText,
  isOngoing,
  kindTitle,
  lastSeenOf,
  standingOf,
  stateTitles,
} from '@scout/contract';
import { cx, Sentence, SeverityBadge, Time } from '@scout/ui';
import { Link } from 'react-router';
import { timeZone } from '../../events/clock.ts';
import { casePath } from '../../paths.ts';
import { visible } from '../incidents/rawText.ts';
import { CaseAccounts } from './CaseAccounts.tsx';
import { CasePath } from './CasePath.tsx';
import type { Selection } from './selection/useSelection.ts';

interface CaseLineProps {
  of: CaseRow;
  /** For lists with multiple selection. */
  selection?: Selection;
}

/** One case of the list: severity and reason, person, source and target, start, and assignee. The whole line opens it. */
export function CaseLine({ of: found, selection }: CaseLineProps) {
  const { number, account, kind, severity, first_seen, assignee } = found;
  return (
    <li
      data-number={number}
      className="relative border-t border-stroke-subtle first:border-t-0 hover:bg-surface-3 has-[a:focus-visible]:bg-surface-selected has-[input:checked]:bg-surface-selected"
    >
      {selection && (
        <label className="absolute top-2 left-1.5 z-1 grid size-8 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Select case ${caseNumberText(number)}, ${visible(account)}`}
            className="size-4 accent-accent-fill"
            checked={selection.has(number)}
            disabled={selection.isFull && !selection.has(number)}
            onChange={() => selection.toggle(number)}
          />
        </label>
      )}
      <div
        className={cx(
          'grid gap-x-6 gap-y-2 py-3 pr-4 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto] md:max-lg:grid-rows-[auto_1fr] md:max-lg:gap-y-1 lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_11.5rem_9rem]',
          selection ? 'pl-11' : 'pl-4',
        )}
      >
        <div className="min-w-0">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <span className="text-label">
              <SeverityBadge level={severity} />
            </span>
            <Link
              to={casePath(number)}
              data-case=""
              className="min-w-0 text-body font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              <CaseAccounts of={found} />
            </Link>
          </div>
          <p className="flex flex-wrap gap-x-2 text-label text-content-muted">
            <span>{kindTitle(kind)}</span>{' '}
            {isOngoing(found, Date.now()) && <span className="text-content">{stateTitles.now}</span>}
          </p>
        </div>
        {/* On a tablet the sentence has the space below the times, too. */}
        <div className="min-w-0 md:max-lg:contents">
          <CasePath of={found} />
          <p className="mt-0.5 line-clamp-3 text-body text-content-muted wrap-anywhere md:max-lg:col-span-2 md:max-lg:col-start-2 md:max-lg:row-start-2">
            <Sentence text={visible(caseHeadline(found, timeZone))} />
          </p>
        </div>
        <dl className="grid content-start gap-x-2 text-label text-content-muted max-md:flex max-md:flex-wrap max-md:gap-x-4 md:grid-cols-[auto_1fr]">
          <Moment name="Last" time={lastSeenOf(found)} />
          <Moment name="First" time={first_seen} />
        </dl>
        <div className="min-w-0 text-label text-content-muted max-md:flex max-md:flex-wrap max-md:gap-x-4 md:max-lg:col-start-1 md:max-lg:row-start-2">
          <p>
            <span className="font-mono">{caseNumberText(number)}</span> · {standingOf(found)}
          </p>
          <p className="truncate" title={assignee ?? undefined}>
            {assignee ?? 'Unassigned'}
          </p>
        </div>
      </div>
    </li>
  );
}

function Moment({ name, time }: { name: string; time: string }) {
  return (
    <div className="flex gap-1.5 md:contents">
      <dt>{name}</dt>
      <dd>
        <Time value={time} timeZone={timeZone} plain />
      </dd>
    </div>
  );
}
