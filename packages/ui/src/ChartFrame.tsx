import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useWidth } from './useWidth.ts';

export interface ChartFrameProps {
  /** What the chart shows; names it and its table. */
  label: string;
  /** Height in px, held from the first paint on. */
  height: number;
  /** Draws at the measured width. */
  children: (width: number) => ReactNode;
  /** The same figures as a table: heading cells and rows. */
  table: { headings: readonly string[]; rows: readonly (readonly string[])[] };
  /** Points lie one under another: up and down arrows move between them too. */
  vertical?: boolean;
}

/** What every chart has: its measured width, its place held, its keys, and a table with the same figures for who does not see it. */
export function ChartFrame({ label, height, children, table, vertical = false }: ChartFrameProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const id = useId();

  // Recharts moves between points by the left and right arrows only.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const key = event.key === 'ArrowDown' ? 'ArrowRight' : event.key === 'ArrowUp' ? 'ArrowLeft' : null;
    if (!vertical || !key) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };

  return (
    <figure className="m-0" aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {label}
      </figcaption>
      <div ref={ref} style={{ height }} className="scout-chart relative" onKeyDownCapture={onKeyDownCapture}>
        {width !== null && children(width)}
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
