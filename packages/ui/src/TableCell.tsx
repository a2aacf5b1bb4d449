import type { ReactNode } from 'react';
import type { Column } from './columns.ts';
import { cx } from './cx.ts';
import { formatCount, NO_VALUE } from './format.ts';
import { Mono, ValueTabIndex } from './Mono.tsx';
import { Time } from './Time.tsx';

interface TableCellProps<Row> {
  column: Column<Row>;
  row: Row;
  folded: boolean;
  timeZone: string | undefined;
}

/** One value, in the way of its column's kind. */
export function TableCell<Row>({ column, row, folded, timeZone }: TableCellProps<Row>) {
  const name = column.kind !== 'text';
  return (
    <td
      data-column={column.id}
      className={cx(
        'min-w-0 overflow-hidden whitespace-nowrap',
        folded
          ? 'h-5 p-0 leading-5'
          : 'border-b border-stroke-subtle px-3 py-0 first:pl-4 last:pr-4 group-last:border-b-0',
        name && 'font-mono text-label',
        column.kind === 'number' && !folded && 'text-right',
        column.muted && 'text-content-muted',
      )}
    >
      <ValueTabIndex value={-1}>
        {column.cell ? column.cell(row) : content(column, row, timeZone)}
      </ValueTabIndex>
    </td>
  );
}

function content<Row>(column: Column<Row>, row: Row, timeZone: string | undefined): ReactNode {
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
        <span className="block truncate" title={value}>
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
