import type { ServiceAccountFile } from '@scout/contract';
import { limits } from '@scout/contract';
import { formatCount, formatCounted, Panel } from '@scout/ui';
import { useWidth } from '@scout/ui/base/useWidth.ts';
import { useState } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { type GridCell, hourGridOf } from './hourGrid.ts';

/** Height of a cell, and its least width. */
const CELL = 16;
const GAP = 2;
const LEFT = 36;
const TOP = 4;
const LABELS = 18;
/** Space for the end of the last label. */
const RIGHT = 28;

/** Times of use: a column per day, a row per hour, darker for more activity; refusals are marked. */
export function ActivityPanel({ hours }: { hours: ServiceAccountFile['hours'] }) {
  const [now] = useState(() => Date.now());
  const grid = hourGridOf(hours, limits.accounts.activityDays, now, timeZone);
  const done = hours.reduce((sum, hour) => sum + hour.done, 0);
  const refused = hours.reduce((sum, hour) => sum + hour.refused, 0);
  const [ref, availableWidth] = useWidth<HTMLDivElement>();
  const pitch = Math.max(CELL, ((availableWidth ?? 0) - LEFT - RIGHT) / grid.days.length);
  const width = LEFT + grid.days.length * pitch + RIGHT;
  const height = TOP + 24 * CELL + LABELS;
  const summary = `${formatCounted(done, 'event')} and ${formatCounted(refused, 'refusal')} in ${formatCounted(hours.length, 'hour')} of the last ${limits.accounts.activityDays} days`;
  return (
    <Panel
      title="Activity by hour"
      description={summary}
      footnote={
        hours.length > 0 && 'Columns are days; rows are hours in your time zone. Outlined hours had refusals.'
      }
    >
      <div ref={ref}>
        {hours.length === 0 ? (
          <p className="text-body text-content-muted">Not seen in the last 30 days.</p>
        ) : (
          <div ref={showNewest} className="overflow-x-auto">
            <svg
              role="img"
              aria-label={summary}
              width={width}
              height={height}
              viewBox={`0 0 ${width} ${height}`}
              className="max-w-none font-mono text-label"
            >
              {[0, 6, 12, 18].map((hour) => (
                <text key={hour} x="0" y={TOP + hour * CELL + 12} className="fill-content-muted">
                  {String(hour).padStart(2, '0')}:00
                </text>
              ))}
              <rect
                x={LEFT}
                y={TOP}
                width={grid.days.length * pitch}
                height={24 * CELL}
                className="fill-surface-1"
              />
              {grid.cells.map((cell) => (
                <Cell
                  key={`${cell.day} ${cell.hour}`}
                  cell={cell}
                  pitch={pitch}
                  most={grid.most}
                  day={grid.days[cell.day] ?? ''}
                />
              ))}
              {grid.days.map(
                (day, index) =>
                  index % 7 === 1 && (
                    <text key={day} x={LEFT + index * pitch} y={height - 4} className="fill-content-muted">
                      {day}
                    </text>
                  ),
              )}
            </svg>
          </div>
        )}
      </div>
    </Panel>
  );
}

/** On a phone the grid is wider than the screen, and the newest days matter most. */
const showNewest = (strip: HTMLDivElement | null): void => {
  if (strip !== null) strip.scrollLeft = strip.scrollWidth;
};

/** Minimum opacity that distinguishes a cell from an empty one. */
const FAINT = 0.3;

interface CellProps {
  cell: GridCell;
  /** Width of a day in px. */
  pitch: number;
  most: number;
  day: string;
}

function Cell({ cell, pitch, most, day }: CellProps) {
  const { done, refused, hour } = cell;
  // Logarithmic: a job with a thousand logons must not make a single one invisible.
  const weight = Math.log1p(done + refused) / Math.log1p(most);
  return (
    <rect
      x={LEFT + cell.day * pitch + GAP / 2}
      y={TOP + hour * CELL + GAP / 2}
      width={pitch - GAP}
      height={CELL - GAP}
      strokeWidth={refused > 0 ? 2 : 0}
      fillOpacity={done === 0 ? 0 : FAINT + (1 - FAINT) * weight}
      className="fill-chart-blue stroke-severity-medium"
    >
      <title>{`${day}, ${String(hour).padStart(2, '0')}:00: ${formatCounted(done, 'event')}, ${formatCount(refused)} refused`}</title>
    </rect>
  );
}
