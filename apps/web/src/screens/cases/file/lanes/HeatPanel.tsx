import type { CaseFile } from '@scout/contract';
import { cx, formatCount, Panel, type SeverityLevel, Skeleton } from '@scout/ui';
import { timeZone } from '../../../../events/clock.ts';
import { useNarrowing } from '../narrowing.ts';
import { useActivity } from '../useActivity.ts';
import { type WeekHour, weekHoursOf, weekText } from './weekHours.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const CELL = 14;
const LEFT = 30;
const WIDTH = LEFT + 24 * CELL;
const HEIGHT = 7 * CELL + 16;

const strokes: Readonly<Record<SeverityLevel, string>> = {
  critical: 'stroke-severity-high',
  high: 'stroke-severity-high',
  medium: 'stroke-severity-medium',
  low: 'stroke-severity-low',
};

/** The account's active hours of the week, with the case's hours outlined. */
export function HeatPanel({ file: { number, severity } }: { file: CaseFile }) {
  const { names } = useNarrowing();
  const activity = useActivity(number, names).data;
  if (activity === undefined)
    return (
      <Panel title="When">
        <Skeleton shape="text" label="hours of the week" lines={4} />
      </Panel>
    );
  const hours = weekHoursOf(
    Date.parse(activity.from),
    activity.lanes.flatMap((lane) => lane.hours),
    activity.usual,
    timeZone,
  );
  const most = Math.max(1, ...hours.map(({ usual }) => usual));
  return (
    <Panel title="When" description="Hour of the week; outlined: this case">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <svg
          role="img"
          aria-label={weekText(hours)}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className="w-full max-w-[30rem] shrink"
        >
          {DAYS.map((day, row) => (
            <g key={day}>
              <text x="0" y={row * CELL + 10} fontSize="10" className="fill-content-muted font-mono">
                {day}
              </text>
              <rect x={LEFT} y={row * CELL} width={24 * CELL} height={CELL - 1} className="fill-surface-3" />
            </g>
          ))}
          {hours.map((hour) => (
            <Cell key={`${hour.day} ${hour.hour}`} of={hour} most={most} stroke={strokes[severity]} />
          ))}
          {[0, 6, 12, 18].map((hour) => (
            <text
              key={hour}
              x={LEFT + hour * CELL}
              y={HEIGHT - 4}
              fontSize="10"
              className="fill-content-muted font-mono"
            >
              {String(hour).padStart(2, '0')}
            </text>
          ))}
        </svg>
        <p className="max-w-[36ch] text-body text-content-muted">{weekText(hours)}</p>
      </div>
    </Panel>
  );
}

/** Minimum opacity that distinguishes a cell from an empty one. */
const FAINT = 0.35;

function Cell({
  of: { day, hour, ofCase, usual },
  most,
  stroke,
}: {
  of: WeekHour;
  most: number;
  stroke: string;
}) {
  // Logarithmic: a job with a thousand logons must not make a single one invisible.
  const weight = Math.log1p(usual) / Math.log1p(most);
  return (
    <rect
      x={LEFT + hour * CELL + 1}
      y={day * CELL + 1}
      width={CELL - 3}
      height={CELL - 3}
      strokeWidth={ofCase > 0 ? 1.5 : 0}
      fillOpacity={usual === 0 ? 0 : FAINT + (1 - FAINT) * weight}
      className={cx('fill-chart-axis', stroke)}
    >
      <title>{`${DAYS[day]} ${String(hour).padStart(2, '0')}:00: ${formatCount(ofCase)} of this case, ${formatCount(usual)} usual`}</title>
    </rect>
  );
}
