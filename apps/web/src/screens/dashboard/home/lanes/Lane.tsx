import {
  type AccountLane,
  caseNumberText,
  isOngoing,
  kindTitle,
  laneTracks,
  lastSeenOf,
  stateTitles,
} from '@scout/contract';
import { cx, SeverityBadge, Time, VisuallyHidden } from '@scout/ui';
import { memo } from 'react';
import { Link } from 'react-router';
import { timeZone } from '../../../../events/clock.ts';
import { casePath } from '../../../../paths.ts';
import { CaseAccounts } from '../../../cases/CaseAccounts.tsx';
import { CasePath } from '../../../cases/CasePath.tsx';
import { TrackStrip } from './TrackStrip.tsx';
import { totalWords, trackTitles } from './trackWords.ts';

/** Columns of a lane and of the headings above: account, path, tracks, strip, times. Below 1280 px the strip has a separate line. */
export const laneColumns =
  'grid gap-x-6 px-4 xl:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_5.5rem_minmax(0,26rem)_9rem]';

interface LaneProps {
  lane: AccountLane;
  days: readonly string[];
}

/**
 * One account with its most severe case: severity and reason, person, source and target, 30 days, first and last seen. The whole
 * lane opens the case.
 */
export const Lane = memo(function Lane({ lane, days }: LaneProps) {
  const { kind, severity, first_seen, number } = lane.case;
  return (
    <li
      data-lane={number}
      className="group/lane relative border-t border-stroke-subtle hover:bg-surface-3 has-[a:focus-visible]:bg-surface-selected"
    >
      <div
        className={`${laneColumns} items-center gap-y-1 max-xl:py-2 md:max-xl:grid-cols-[minmax(0,17rem)_minmax(0,1fr)_9rem]`}
      >
        <div className="min-w-0 xl:py-2">
          <Link
            to={casePath(number)}
            data-case=""
            className="block min-w-0 text-body font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <CaseAccounts of={lane.case} />
          </Link>
          <p className="space-x-1 text-label text-content-muted">
            <SeverityBadge level={severity} /> <span>{kindTitle(kind)}</span>{' '}
            {isOngoing(lane.case, Date.now()) && <span className="text-content">{stateTitles.now}</span>}
          </p>
        </div>
        <div className="min-w-0">
          <CasePath of={lane.case} />
          {lane.active_cases > 1 && (
            <p className="text-label text-content-muted">
              {lane.active_cases - 1} more {lane.active_cases === 2 ? 'case' : 'cases'}
              {lane.more_severe !== null && <MoreSevere {...lane.more_severe} />}
            </p>
          )}
        </div>
        <p
          aria-hidden="true"
          className="invisible -mr-3 self-stretch py-[11px] text-right text-label leading-3.5 text-content-faint group-first/lane:visible group-focus-within/lane:visible group-hover/lane:visible max-xl:hidden"
        >
          {laneTracks.map((track) => (
            <span key={track} className="block">
              {trackTitles[track]}
            </span>
          ))}
        </p>
        <div
          data-strip={number}
          className="relative z-1 cursor-crosshair touch-pan-y self-stretch py-2.5 max-xl:order-last md:max-xl:col-span-full max-xl:py-1"
        >
          <span className="absolute inset-y-0 hidden bg-accent/15 left-[calc(var(--from)*100%/30)] w-[calc((var(--to)-var(--from)+1)*100%/30)] group-data-[band]/lanes:block" />
          <TrackStrip lane={lane} days={days} />
          <span className="absolute inset-y-0 hidden w-px bg-stroke-strong left-[calc((var(--day)+0.5)*100%/30)] group-data-[day]/lanes:block" />
          <VisuallyHidden>In 30 days: {totalWords(lane)}.</VisuallyHidden>
        </div>
        <dl className="text-label text-content-muted max-xl:flex max-xl:flex-wrap max-xl:gap-x-4 md:max-xl:block">
          <Moment name="Last" time={lastSeenOf(lane.case)} moves />
          <Moment name="First" time={first_seen} />
        </dl>
      </div>
    </li>
  );
});

/** The more severe case of the account that has the lane of another account. */
function MoreSevere({ number, severity }: NonNullable<AccountLane['more_severe']>) {
  return (
    <>
      : <SeverityBadge level={severity} />{' '}
      <Link
        to={casePath(number)}
        className="relative z-1 font-mono text-content underline-offset-4 hover:underline"
      >
        {caseNumberText(number)}
      </Link>
    </>
  );
}

/** A time; with `moves` a new one slides in. */
function Moment({ name, time, moves = false }: { name: string; time: string; moves?: boolean }) {
  return (
    <div className="flex justify-between gap-2">
      <dt>{name}</dt>
      {/* A time of another year has its year, and then a line for its clock. */}
      <dd
        key={time}
        className={cx('text-right [&>time]:whitespace-normal', moves && 'motion-safe:animate-roll-up')}
      >
        <Time value={time} timeZone={timeZone} plain />
      </dd>
    </div>
  );
}
