import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useActiveTooltipDataPoints } from 'recharts';
import { useWidth } from '../base/useWidth.ts';

export interface ChartFrameProps {
  /** The subject of the chart; names it and its table. */
  label: string;
  /** Height in px for a width, which is null until measured. */
  height: (width: number | null) => number;
  /** Renders the chart at the measured size. */
  children: (width: number, height: number) => ReactNode;
  /** True when points run top to bottom at this width. */
  isHorizontal?: (width: number | null) => boolean;
  /** Called on Enter while the chart has the focus. */
  onEnter?: () => void;
  /** The same figures as a table for screen readers. */
  table: { headings: readonly string[]; rows: readonly (readonly string[])[] };
}

/** The frame of every chart: measured width, reserved height, keyboard handling, and a table of the same figures for screen readers. */
export function ChartFrame({
  label,
  height,
  children,
  table,
  onEnter,
  isHorizontal = () => false,
}: ChartFrameProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const id = useId();

  const translating = useRef(false);

  // Recharts handles only the left and right arrows, and in the wrong direction for horizontal bars.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onEnter) {
      event.preventDefault();
      onEnter();
      return;
    }
    const onward = event.key === 'ArrowRight' || event.key === 'ArrowDown';
    if (translating.current || !(onward || event.key === 'ArrowLeft' || event.key === 'ArrowUp')) return;
    const key = onward === isHorizontal(width) ? 'ArrowLeft' : 'ArrowRight';
    event.preventDefault();
    event.stopPropagation();
    translating.current = true;
    event.target.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    translating.current = false;
  };

  return (
    <figure className="m-0" aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {label}
      </figcaption>
      <div
        ref={ref}
        style={{ height: height(width) }}
        className="relative"
        onKeyDownCapture={onKeyDownCapture}
      >
        {width !== null && children(width, height(width))}
      </div>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {table.headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={row[0]}>
                {row.map((text, index) =>
                  index === 0 ? (
                    <th key={table.headings[index]} scope="row">
                      {text}
                    </th>
                  ) : (
                    <td key={table.headings[index]}>{text}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** The tooltip of a point. */
export function ChartTooltip({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div
      aria-live="polite"
      className="pointer-events-none rounded-control border border-stroke-strong bg-surface-popup px-2.5 py-1.5 text-label shadow-popup"
    >
      <p className="font-mono text-content-muted">{title}</p>
      {lines.map((line) => (
        <p key={line} className="whitespace-nowrap text-content">
          {line}
        </p>
      ))}
    </div>
  );
}

/** Child of a Recharts chart: stores the point under the pointer or arrow keys, or null. */
export function ActivePoint<Point>({ point }: { point: RefObject<Point | null> }) {
  const points = useActiveTooltipDataPoints<Point>();
  useEffect(() => {
    point.current = points?.[0] ?? null;
  });
  return null;
}

/**
 * Compares props by value, for `memo` of charts: figures are computed again with every poll and are mostly unchanged. Functions are
 * compared by identity.
 */
export function sameContent<Props extends object>(before: Props, after: Props): boolean {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Props>;
  return [...keys].every((key) => isSame(before[key], after[key]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
