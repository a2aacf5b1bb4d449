import type { CaseActivity, CaseFile, CaseLane } from '@scout/contract';
import {
  Button,
  cx,
  ErrorState,
  formatCount,
  formatTime,
  Panel,
  type SeverityLevel,
  Skeleton,
} from '@scout/ui';
import { useWidth } from '@scout/ui/base/useWidth.ts';
import { useId } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { timeZone } from '../../../../events/clock.ts';
import { Brush } from '../../../../view/axis/Brush.tsx';
import { binsOf, ticksOf, timeScale, xOf } from '../../../../view/axis/timeBins.ts';
import { spanText } from '../../../incidents/runs/spanText.ts';
import { useNarrowing } from '../narrowing.ts';
import { useActivity } from '../useActivity.ts';

const hourText = (time: number): string => {
  const iso = new Date(time).toISOString();
  return spanText(iso, iso, timeZone);
};

const titles: Readonly<Record<CaseLane, string>> = {
  refused: 'Refused',
  'signed-in': 'Signed in',
  client: 'Database clients',
  explicit: 'Explicit credentials',
  change: 'Changes',
  other: 'Tickets and programs',
};
/** Tracks shown even without events, because their absence is information. */
const ALWAYS = ['refused', 'signed-in', 'client', 'explicit'] as const satisfies readonly CaseLane[];

const fills: Readonly<Record<SeverityLevel, string>> = {
  critical: 'fill-severity-high stroke-severity-high',
  high: 'fill-severity-high stroke-severity-high',
  medium: 'fill-severity-medium stroke-severity-medium',
  low: 'fill-severity-low stroke-severity-low',
};

/** The case's events over time on parallel tracks, with the account's other activity in gray. Dragging selects a time range. */
export function LanesPanel({ file }: { file: CaseFile }) {
  const { names, time, brush } = useNarrowing();
  const found = useActivity(file.number, names);
  const [ref, width] = useWidth<HTMLDivElement>();
  const activity = found.data;
  return (
    <Panel
      title="Since when"
      description={
        time === null
          ? 'Gray: the account’s other activity. Drag to select a time range.'
          : spanText(new Date(time.from).toISOString(), new Date(time.to).toISOString(), timeZone)
      }
      {...(time !== null && {
        actions: (
          <Button size="small" onClick={() => brush(null)}>
            Show full time range
          </Button>
        ),
      })}
    >
      <div ref={ref}>
        {activity !== undefined ? (
          width !== null && <Tracks file={file} activity={activity} width={width} />
        ) : found.isPending ? (
          <Skeleton shape="text" label="activity" lines={5} />
        ) : (
          <ErrorState
            title="The activity could not be loaded"
            safe="It is stored; only loading it failed."
            nextStep="Try again in a moment."
            detail={messageOf(found.error)}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
      </div>
    </Panel>
  );
}

interface Track {
  readonly title: string;
  readonly hours: CaseActivity['usual'];
  readonly look: 'refused' | 'done' | 'other-case' | 'usual';
}

function tracksOf({ lanes, other_cases, usual }: CaseActivity): Track[] {
  const ofCase = (Object.keys(titles) as CaseLane[]).flatMap((lane): Track[] => {
    const hours = lanes.find((one) => one.lane === lane)?.hours ?? [];
    if (hours.length === 0 && !ALWAYS.some((always) => always === lane)) return [];
    return [{ title: titles[lane], hours, look: lane === 'refused' ? 'refused' : 'done' }];
  });
  return [
    ...ofCase,
    ...(other_cases.length > 0
      ? [{ title: 'Other cases', hours: other_cases, look: 'other-case' as const }]
      : []),
    { title: 'Usual activity', hours: usual, look: 'usual' },
  ];
}

const LABELS = 150;
const NARROW = 560;
const BAR = 20;
const AXIS = 20;

function Tracks({ file, activity, width }: { file: CaseFile; activity: CaseActivity; width: number }) {
  const { time, brush } = useNarrowing();
  const pattern = useId();
  const isNarrow = width < NARROW;
  const left = isNarrow ? 0 : LABELS;
  const pitch = isNarrow ? 42 : 28;
  const tracks = tracksOf(activity);
  const [from, to] = [Date.parse(activity.from), Date.parse(activity.to)];
  const offset = -new Date(from).getTimezoneOffset() * 60_000;
  const scale = timeScale(from, to, width - left, offset);
  const bottom = tracks.length * pitch;
  const first = xOf(scale, Date.parse(file.first_seen));
  const dayOf = (at: number) => formatTime(at, { timeZone })?.date ?? '';
  return (
    <div className="relative" style={{ height: bottom + AXIS }}>
      <svg aria-hidden="true" width={width} height={bottom + AXIS} className="absolute inset-0 font-mono">
        <defs>
          <pattern
            id={pattern}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="0" y1="0" x2="0" y2="6" strokeWidth="2" className="stroke-stroke-subtle" />
          </pattern>
        </defs>
        {activity.gaps.map((gap) => {
          const x = left + xOf(scale, Date.parse(gap.from));
          const wide = left + xOf(scale, Date.parse(gap.to)) - x;
          return (
            <g key={gap.from}>
              <rect x={x} y={0} width={wide} height={bottom} fill={`url(#${pattern})`} />
              {wide > 90 && (
                <text
                  x={x + wide / 2}
                  y={bottom - 6}
                  textAnchor="middle"
                  fontSize="11"
                  className="fill-content-muted"
                >
                  no history
                </text>
              )}
            </g>
          );
        })}
        {tracks.map(({ title, hours, look }, index) => {
          const base = (index + 1) * pitch - 3;
          const bins = binsOf(scale, hours);
          const most = Math.max(1, ...bins.map(({ events }) => events));
          return (
            <g key={title}>
              <text
                x={0}
                y={isNarrow ? base - BAR - 4 : base - 5}
                fontSize="12"
                className="fill-content-muted font-sans"
              >
                {title}
              </text>
              <line x1={left} x2={width} y1={base} y2={base} className="stroke-stroke-subtle" />
              {bins.map((bin) => {
                const high = 4 + (BAR - 4) * Math.sqrt(bin.events / most);
                return (
                  <rect
                    key={bin.from}
                    x={left + bin.x + 0.5}
                    y={base - high}
                    width={bin.width}
                    height={high}
                    strokeWidth={look === 'refused' || look === 'other-case' ? 1 : 0}
                    strokeDasharray={look === 'refused' ? '3 2' : undefined}
                    fillOpacity={look === 'refused' ? 0.35 : look === 'other-case' ? 0 : 1}
                    className={
                      look === 'usual'
                        ? 'fill-chart-axis'
                        : look === 'other-case'
                          ? 'stroke-content-muted'
                          : fills[file.severity]
                    }
                  />
                );
              })}
            </g>
          );
        })}
        <line
          x1={left + first}
          x2={left + first}
          y1={0}
          y2={bottom}
          strokeDasharray="2 3"
          className="stroke-content-muted"
        />
        {ticksOf(scale, offset)
          .filter((tick) => xOf(scale, tick) < scale.width - 40)
          .map((tick) => (
            <text
              key={tick}
              x={left + xOf(scale, tick)}
              y={bottom + 14}
              fontSize="11"
              className={cx('fill-content-muted')}
            >
              {dayOf(tick)}
            </text>
          ))}
      </svg>
      <div className="absolute top-0" style={{ left }}>
        <Brush scale={scale} height={bottom} value={time} textOf={hourText} onChange={brush} />
      </div>
      <TracksTable tracks={tracks} activity={activity} />
    </div>
  );
}

/** The same as a table for screen readers. */
function TracksTable({ tracks, activity }: { tracks: readonly Track[]; activity: CaseActivity }) {
  const from = Date.parse(activity.from);
  const at = (offset: number | undefined) => {
    if (offset === undefined) return 'none';
    const iso = new Date(from + offset * 3_600_000).toISOString();
    return spanText(iso, iso, timeZone);
  };
  return (
    <div className="sr-only">
      <table>
        <caption>
          Activity from {spanText(activity.from, activity.to, timeZone)}.
          {activity.gaps.map((gap) => ` No history ${spanText(gap.from, gap.to, timeZone)}.`)}
        </caption>
        <thead>
          <tr>
            {['Track', 'Events', 'First hour', 'Last hour'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tracks.map(({ title, hours }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{formatCount(hours.reduce((sum, [, events]) => sum + events, 0))}</td>
              <td>{at(hours.length === 0 ? undefined : Math.min(...hours.map(([offset]) => offset)))}</td>
              <td>{at(hours.length === 0 ? undefined : Math.max(...hours.map(([offset]) => offset)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
