import { type AccountLane, type CaseSeverity, laneTracks } from '@scout/contract';
import { memo } from 'react';
import { dayOf } from '../../../../view/range.ts';
import { useGrown } from './grown.ts';

/** Dimensions of a day in the drawing: its width, the mark's inset, and the centers of the three tracks. */
const [DAY, INSET, HEIGHT] = [10, 1.5, 44];
const CENTERS = [8, 22, 36];

const fills: Readonly<Record<CaseSeverity, string>> = {
  critical: 'fill-severity-high',
  high: 'fill-severity-high',
  medium: 'fill-severity-medium',
  low: 'fill-severity-low',
};

interface TrackStripProps {
  lane: AccountLane;
  days: readonly string[];
}

/**
 * Activity of an account by day on three tracks: low gray marks for its usual activity, tall ones in the severity's color for
 * activity in the case. A track begins on the day of the account's first known activity. The marks of new events tick once.
 */
export const TrackStrip = memo(function TrackStrip({ lane, days }: TrackStripProps) {
  const known = lane.known_since === null ? 0 : days.indexOf(dayOf(Date.parse(lane.known_since)));
  const begin = Math.max(0, known) * DAY;
  const width = days.length * DAY;
  const { marks: grown, turn } = useGrown(lane, days);
  let [usual, ofCase, lines] = ['', '', ''];
  laneTracks.forEach((track, row) => {
    const center = CENTERS[row]!;
    lines += `M${begin} ${center}H${width}`;
    lane[track].all.forEach((count, day) => {
      const part = lane[track].of_case[day]!;
      if (part > 0) ofCase += mark(day, center, caseHeight(part));
      else if (count > 0) usual += mark(day, center, usualHeight(count));
    });
  });
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-11 w-full"
    >
      <path d={lines} className="stroke-stroke-subtle" vectorEffect="non-scaling-stroke" />
      <path d={usual} className="fill-chart-axis" />
      <path d={ofCase} className={fills[lane.case.severity]} />
      {grown.map(({ track, day }) => {
        const [count, part] = [lane[track].all[day]!, lane[track].of_case[day]!];
        return (
          <path
            key={`${turn} ${track} ${day}`}
            data-tick={track}
            d={mark(
              day,
              CENTERS[laneTracks.indexOf(track)]!,
              part > 0 ? caseHeight(part) : usualHeight(count),
            )}
            className={`origin-center opacity-0 [transform-box:fill-box] motion-safe:animate-tick ${part > 0 ? fills[lane.case.severity] : 'fill-content-muted'}`}
          />
        );
      })}
    </svg>
  );
});

/** Logarithmic heights, so that one use beside thousands stays visible. */
const heightOf = (count: number, least: number, most: number) => Math.min(most, least + Math.log2(count));

const caseHeight = (count: number) => heightOf(count, 6, 13);
const usualHeight = (count: number) => heightOf(count, 3, 7);

const mark = (day: number, center: number, height: number) =>
  `M${day * DAY + INSET} ${center - height / 2}h${DAY - 2 * INSET}v${height}h${2 * INSET - DAY}z`;
