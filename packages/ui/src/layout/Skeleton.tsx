import { VisuallyHidden } from '../base/labels.tsx';

export interface SkeletonProps {
  /** The shape of the content to come. */
  shape: 'table' | 'bars' | 'trend' | 'stat' | 'text';
  /** The loading content, for screen readers: 'Incident Log'. */
  label?: string;
  /** Lines of a table, bars of a chart, lines of text. */
  lines?: number;
  /** Columns of a table. */
  columns?: number;
}

const widths = ['72%', '54%', '63%', '41%', '58%', '47%', '66%', '38%'];
const color = 'var(--color-stroke-subtle)';
const block = 'rounded-control bg-stroke-subtle';

/** Height of a table's line in px. */
const LINE = 36;

/** One table row, drawn as background gradients: elements would cost as much as the real rows. */
function tableLine(line: number, columns: number): string {
  const stops = Array.from({ length: columns }, (_, column) => {
    const width = Number.parseInt(widths[(line + column * 3) % widths.length]!, 10) / 100;
    const [from, to] = [column, column + width].map((place) => `calc(16px + ${(place * 98) / columns}%)`);
    return `transparent 0 ${from}, ${color} 0 ${to}`;
  });
  const top = line * LINE;
  return [
    `linear-gradient(to right, ${stops}, transparent 0) 0 ${top + 12}px / 100% 12px no-repeat`,
    `linear-gradient(${color} 0 0) 0 ${top + LINE - 1}px / 100% 1px no-repeat`,
  ].join();
}

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
        <span
          className="block"
          style={{ height: lines * LINE, background: indexes.map((line) => tableLine(line, columns)).join() }}
        />
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

/** A placeholder in the shape of the content to come. Not animated. */
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
