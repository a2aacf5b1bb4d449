import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { wordsOf } from '../../../view/range.ts';
import { peakWords, pointWords } from './dayWords.ts';
import { dayOfPoint, type KnownPoint } from './gaps.ts';

interface DayStripProps {
  label: string;
  points: readonly KnownPoint[];
  /** ISO time at which the last day ends. */
  until: string;
  /** Opens the incidents of a day. */
  onSelect: (day: string) => void;
}

/** Width of a day in the drawing, and the space between two bars. */
const [DAY, BETWEEN, HEIGHT] = [10, 2, 48];

/** Incidents day by day on one axis: the pointer or the arrow keys read a day, a press or Enter opens it. Days without data have no base line. */
export function DayStrip({ label, points, until, onSelect }: DayStripProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const most = Math.max(1, ...points.map(({ y }) => y ?? 0));
  const firstKnown = Math.max(
    0,
    points.findIndex(({ y }) => y !== null),
  );
  const day = (index: number) => dayOfPoint(points.length, index, until);
  const at = pointed === null ? null : Math.min(pointed, points.length - 1);
  const last = points.length - 1;

  const indexUnder = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * points.length)));
  };
  const open = (index: number) => (points[index]?.y ?? 0) > 0 && onSelect(day(index));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: (at ?? last) - (at === null ? 0 : 1),
      ArrowRight: (at ?? last) + (at === null ? 0 : 1),
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Enter' && at !== null) open(at);
    else if (to !== undefined) setPointed(Math.min(last, Math.max(0, to)));
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-body">
        <span className="text-content-muted">{label}</span>
        <span className="text-label text-content-muted">
          {at === null ? (peakWords(points, until) ?? 'No incident') : pointWords(points, at, until)}
        </span>
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={pointWords(points, at ?? last, until)}
        className="relative cursor-pointer touch-pan-y select-none"
        onPointerMove={(event) => setPointed(indexUnder(event))}
        onPointerLeave={() => setPointed(null)}
        onBlur={() => setPointed(null)}
        onClick={(event) => open(indexUnder(event as unknown as PointerEvent))}
        onKeyDown={onKeyDown}
      >
        {at !== null && (
          <span
            aria-hidden="true"
            className="absolute inset-y-0 bg-surface-3"
            style={{ left: `${(at / points.length) * 100}%`, width: `${100 / points.length}%` }}
          />
        )}
        <svg
          viewBox={`0 0 ${points.length * DAY} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="relative block h-12 w-full"
        >
          <path
            d={`M${firstKnown * DAY} ${HEIGHT - 0.5}H${points.length * DAY}`}
            className="stroke-chart-axis"
            vectorEffect="non-scaling-stroke"
          />
          <path
            className="fill-chart-blue"
            d={points
              .map(({ y }, index) => {
                if (y === null || y === 0) return '';
                const height = Math.max(2, (y / most) * (HEIGHT - 2));
                return `M${index * DAY + BETWEEN / 2} ${HEIGHT}v${-height}h${DAY - BETWEEN}v${height}z`;
              })
              .join('')}
          />
        </svg>
      </div>
      <p aria-hidden="true" className="flex justify-between font-mono text-label text-content-faint">
        {[0, Math.floor(last / 2), last]
          .filter((index, place, all) => all.indexOf(index) === place)
          .map((index) => (
            <span key={index}>{wordsOf(day(index))}</span>
          ))}
      </p>
    </div>
  );
}
