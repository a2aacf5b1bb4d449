import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useWidth } from './useWidth.ts';

export interface ChartFrameProps {
  /** What the chart shows; names it and its table. */
  label: string;
  /** Height in px at a width, which is null until it is measured. */
  height: (width: number | null) => number;
  /** Draws at the measured size. */
  children: (width: number, height: number) => ReactNode;
  /** Whether points lie one under another at a width. */
  lying?: (width: number | null) => boolean;
  /** Enter, while the chart has the focus. */
  onEnter?: () => void;
  /** The same figures as a table: heading cells and rows. */
  table: { headings: readonly string[]; rows: readonly (readonly string[])[] };
}

/** What every chart has: its measured width, its place held, its keys, and a table with the same figures for who does not see it. */
export function ChartFrame({
  label,
  height,
  children,
  table,
  onEnter,
  lying = () => false,
}: ChartFrameProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const id = useId();

  const translating = useRef(false);

  // Recharts knows the left and right arrows only, and takes them the wrong way round where bars lie.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onEnter) {
      event.preventDefault();
      onEnter();
      return;
    }
    const onward = event.key === 'ArrowRight' || event.key === 'ArrowDown';
    if (translating.current || !(onward || event.key === 'ArrowLeft' || event.key === 'ArrowUp')) return;
    const key = onward === lying(width) ? 'ArrowLeft' : 'ArrowRight';
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

/** The words beside a point. */
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
