import type { CaseSeverity } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { Button, formatCount, useAfterPaint, VisuallyHidden } from '@scout/ui';
import { useWidth } from '@scout/ui/base/useWidth.ts';
import { Brush } from '../../view/axis/Brush.tsx';
import { type TimeScale, xOf } from '../../view/axis/timeBins.ts';
import { labelOf, wordsOf } from '../../view/range.ts';
import type { Days } from './days.ts';

/** Counts of one day of the viewer; `marked` is the part that is drawn in the color of severity. */
export interface DayCount {
  readonly day: string;
  readonly count: number;
  readonly marked: number;
}

interface DayHistogramProps {
  /** The quantity counted: 'Opened by day'. */
  title: string;
  /** Leaves the title to screen readers, where a heading says it already. */
  headed?: boolean;
  /** The words for the marked part: 'high or critical'. */
  markedWords: string;
  /** The color of the marked part. Default high. */
  severity?: CaseSeverity;
  /** Adjacent days, the oldest first. */
  days: readonly DayCount[];
  chosen: Days | null;
  onChoose: (days: Days | null) => void;
}

const [HEIGHT, BARS] = [64, 44];
/** Days between two labels, and the room that one takes in px. */
const LABELS = [1, 2, 5, 7, 10, 15, 30];
const LABEL = 64;

/** Bars by day over a list. Dragging over days, or the arrow keys on either end, narrows the list to them. */
export function DayHistogram({
  title,
  headed = false,
  markedWords,
  severity = 'high',
  days,
  chosen,
  onChoose,
}: DayHistogramProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const painted = useAfterPaint();
  const most = Math.max(...days.map(({ count }) => count), 0);
  const all = days.reduce((sum, { count }) => sum + count, 0);
  const marked = days.reduce((sum, day) => sum + day.marked, 0);
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 text-label text-content-muted">
        <p>
          {!headed && <span className="font-medium">{title} </span>}
          {chosen === null
            ? `${days.length} days, at most ${formatCount(most)} a day. Drag over days to select them.`
            : labelOf(chosen)}
        </p>
        {chosen !== null && (
          <Button size="small" variant="quiet" onClick={() => onChoose(null)}>
            Show all days
          </Button>
        )}
      </div>
      <div ref={ref} className="relative" style={{ height: HEIGHT }}>
        {painted && width !== null && days.length > 0 && (
          <Bars
            days={days}
            most={Math.max(1, most)}
            width={width}
            chosen={chosen}
            severity={severity}
            onChoose={onChoose}
          />
        )}
      </div>
      <VisuallyHidden>
        {`${formatCount(all)} in ${days.length} days, ${formatCount(marked)} of them ${markedWords}.`}
      </VisuallyHidden>
    </section>
  );
}

const fills: Readonly<Record<CaseSeverity, string>> = {
  critical: 'fill-severity-high',
  high: 'fill-severity-high',
  medium: 'fill-severity-medium',
  low: 'fill-severity-low',
};

interface BarsProps extends Pick<DayHistogramProps, 'days' | 'chosen' | 'onChoose'> {
  severity: CaseSeverity;
  most: number;
  width: number;
}

function Bars({ days, most, width, chosen, severity, onChoose }: BarsProps) {
  // Days are counted as if each had 24 hours, so that bars are of one width.
  const scale: TimeScale = { from: 0, to: days.length * DAY, width, binHours: 24, shift: 0 };
  const indexOf = (day: string, otherwise: number) => {
    const index = days.findIndex((each) => each.day === day);
    return index === -1 ? otherwise : index;
  };
  const value = chosen && {
    from: indexOf(chosen.from, 0) * DAY,
    to: (indexOf(chosen.to, days.length - 1) + 1) * DAY,
  };
  const step = LABELS.find((each) => (width / days.length) * each >= LABEL) ?? 30;
  const pitch = width / days.length;
  const bar = Math.max(1, pitch - 1.5);
  return (
    <>
      <svg aria-hidden="true" width={width} height={HEIGHT} className="absolute inset-0 font-mono">
        <line x1={0} x2={width} y1={BARS + 0.5} y2={BARS + 0.5} className="stroke-stroke-subtle" />
        {days.map(({ day, count, marked }, index) => {
          const tall = (part: number) => (part === 0 ? 0 : Math.max(2, (part / most) * (BARS - 4)));
          const x = xOf(scale, index * DAY);
          return (
            count > 0 && (
              <g key={day}>
                <rect
                  x={x}
                  y={BARS - tall(count)}
                  width={bar}
                  height={tall(count)}
                  className="fill-chart-axis"
                />
                <rect
                  x={x}
                  y={BARS - tall(marked)}
                  width={bar}
                  height={tall(marked)}
                  className={fills[severity]}
                />
              </g>
            )
          );
        })}
        {days.map(({ day }, index) => {
          const x = xOf(scale, index * DAY);
          return (
            index % step === 0 &&
            x < width - LABEL / 2 && (
              <text key={day} x={x} y={HEIGHT - 4} fontSize="11" className="fill-content-muted">
                {wordsOf(day)}
              </text>
            )
          );
        })}
      </svg>
      <Brush
        scale={scale}
        height={BARS}
        value={value}
        textOf={(time) => wordsOf(days[Math.min(days.length - 1, Math.floor(time / DAY))]!.day)}
        onPress={(time) => {
          const { day } = days[Math.max(0, Math.min(days.length - 1, Math.floor(time / DAY)))]!;
          onChoose({ from: day, to: day });
        }}
        onChange={(span) =>
          onChoose(
            span && {
              from: days[Math.floor(span.from / DAY)]!.day,
              to: days[Math.max(0, Math.ceil(span.to / DAY) - 1)]!.day,
            },
          )
        }
      />
    </>
  );
}
