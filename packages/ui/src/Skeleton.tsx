import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface SkeletonProps {
  /** What is coming takes this shape. */
  shape: 'table' | 'bars' | 'trend' | 'stat' | 'text';
  /** What is loading, for a screen reader: 'Incident Log'. */
  label?: string;
  /** Lines of a table, bars of a chart, lines of text. */
  lines?: number;
  /** Columns of a table. */
  columns?: number;
}

const widths = ['72%', '54%', '63%', '41%', '58%', '47%', '66%', '38%'];
const block = 'rounded-control bg-stroke-subtle';

function Lines({ shape, lines, columns }: Required<Pick<SkeletonProps, 'shape' | 'lines' | 'columns'>>) {
  const indexes = Array.from({ length: lines }, (_, index) => index);
  switch (shape) {
    case 'stat':
      return <span className={`${block} my-1 block h-8 w-24`} />;
    case 'text':
      return (
        <span className="flex flex-col gap-2 py-1">
          {indexes.map((index) => (
            <span key={index} className={`${block} h-3`} style={{ width: widths[index % widths.length] }} />
          ))}
        </span>
      );
    case 'table':
      return (
        <span className="flex flex-col">
          {indexes.map((index) => (
            <span
              key={index}
              className="grid h-9 items-center gap-6 border-b border-stroke-subtle px-4 last:border-b-0"
              style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}
            >
              {Array.from({ length: columns }, (_, column) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: places without content have no other identity.
                  key={column}
                  className={`${block} h-3`}
                  style={{ width: widths[(index + column * 3) % widths.length] }}
                />
              ))}
            </span>
          ))}
        </span>
      );
    case 'bars':
      return (
        <span className="flex flex-col gap-4 py-2">
          {indexes.map((index) => (
            <span key={index} className="grid grid-cols-[8rem_1fr] items-center gap-4">
              <span className={`${block} h-3`} />
              <span className={`${block} h-3`} style={{ width: `${88 - index * (76 / lines)}%` }} />
            </span>
          ))}
        </span>
      );
    case 'trend':
      return (
        <span className="flex h-56 flex-col justify-between py-2">
          {[0, 1, 2, 3].map((index) => (
            <span key={index} className="h-px w-full bg-stroke-subtle" />
          ))}
        </span>
      );
  }
}

/** Stands where content will be, in its shape. Does not move. */
export function Skeleton({ shape, label, lines = 6, columns = 4 }: SkeletonProps) {
  return (
    <span className="block" role="status">
      <VisuallyHidden>{label ? `Loading ${label}` : 'Loading'}</VisuallyHidden>
      <span aria-hidden="true">
        <Lines shape={shape} lines={lines} columns={columns} />
      </span>
    </span>
  );
}
