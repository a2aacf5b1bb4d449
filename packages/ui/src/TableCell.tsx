import { Fragment, type ReactNode } from 'react';
import type { Column } from './columns.ts';
import { cx } from './cx.ts';
import { formatCount, NO_VALUE } from './format.ts';
import { Mono } from './Mono.tsx';
import { Time } from './Time.tsx';

interface TableCellProps<Row> {
  /** The row's key. */
  id: string;
  column: Column<Row>;
  row: Row;
  /** In the last row. */
  last: boolean;
  folded: boolean;
  timeZone: string | undefined;
}

/** One value, in the way of its column's kind. */
export function TableCell<Row>({ id, column, row, last, folded, timeZone }: TableCellProps<Row>) {
  const name = column.kind !== 'text';
  const lines = folded ? column.whole : undefined;
  return (
    <td
      data-column={column.id}
      className={cx(
        // A browser's own style lets a cell inherit its alignment, and so computes all cells again when a row moves.
        'min-w-0 align-baseline',
        lines !== 2 && 'whitespace-nowrap',
        // Values cut themselves off. Each box that cuts is a layer to the browser, so that a table has as few as it can.
        // A button may be as high as its row: its outline is within it, and its own edge not cut off.
        column.cell &&
          'overflow-clip [overflow-clip-margin:12px] [&_button]:focus-visible:outline-offset-[-2px]',
        column.cell && folded && 'flex items-center',
        folded ? 'p-0 leading-5' : 'content-center border-stroke-subtle px-3 py-0 first:pl-4 last:pr-4',
        !folded && !last && 'border-b',
        folded && lines !== 2 && 'h-5',
        lines && 'col-span-2',
        name && 'font-mono text-label',
        column.kind === 'number' && !folded && 'text-right',
        column.muted && 'text-content-muted',
      )}
    >
      {/* A cell of a column's own may remember things of its row, and is made anew for another. */}
      {column.cell ? <Fragment key={id}>{column.cell(row)}</Fragment> : content(column, row, timeZone, lines)}
    </td>
  );
}

function content<Row>(
  column: Column<Row>,
  row: Row,
  timeZone: string | undefined,
  lines: Column<Row>['whole'],
): ReactNode {
  switch (column.kind) {
    case 'time':
      return <Time value={column.value(row)} timeZone={timeZone} />;
    case 'number':
      return (column.format ?? formatCount)(column.value(row));
    case 'mono': {
      const value = column.value(row);
      return value ? <Mono value={value} names={column.names} /> : <None />;
    }
    case 'text': {
      const value = column.value(row);
      return value ? (
        <span className={lines === 2 ? 'line-clamp-2' : 'block truncate'} title={value}>
          {value}
        </span>
      ) : (
        <None />
      );
    }
  }
}

function None() {
  return <span className="text-content-faint">{NO_VALUE}</span>;
}
