import { Fragment, type MouseEvent, memo, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { formatCount, NO_VALUE } from '../value/format.ts';
import { Mono } from '../value/Mono.tsx';
import { Time } from '../value/Time.tsx';
import type { Column } from './columns.ts';

interface TableRowProps<Row> {
  id: string;
  /** Index in the whole table, from 0. */
  index: number;
  row: Row;
  columns: readonly Column<Row>[];
  /** Offset in px in a virtual table; null otherwise. */
  top: number | null;
  last: boolean;
  /** In px; fixed for a card of its own, and in a virtual table, where hidden rows are not measured. */
  height: number;
  /** Labelled values side by side in a card; null in a row. */
  across: 1 | 2 | null;
  /** Replaces the labelled values of a card. */
  card: ((row: Row) => ReactNode) | undefined;
  /** The one row in the tab order. */
  current: boolean;
  timeZone: string | undefined;
  onActivate: ((row: Row) => void) | undefined;
}

function Line<Row>(props: TableRowProps<Row>) {
  const { id, index, row, columns, height, top, last, across, card, current, timeZone, onActivate } = props;
  return (
    <tr
      data-row={index}
      data-key={id}
      // The heading is the first row of the table.
      aria-rowindex={index + 2}
      tabIndex={current ? 0 : -1}
      style={{ top: top ?? undefined, height: card || (across && top !== null) ? height : undefined }}
      onClick={(event) => {
        if (onActivate && !isOwnPress(event)) onActivate(row);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onActivate?.(row);
      }}
      // Minimal, because thousands of rows scroll by; cells carry the styling.
      className={cx(
        'grid auto-rows-[inherit] grid-cols-[inherit]',
        'hover:bg-surface-3 focus-visible:bg-surface-selected focus-visible:outline-offset-[-2px]',
        top !== null && 'absolute inset-x-0',
        across && 'content-center gap-x-4 border-stroke-subtle px-4 py-(--around)',
        across && !last && 'border-b',
        onActivate && 'cursor-pointer',
      )}
    >
      {card ? (
        <td key={id} className="col-span-full min-w-0 p-0">
          {card(row)}
        </td>
      ) : (
        columns.map((column) => (
          <TableCell
            key={column.id}
            id={id}
            column={column}
            row={row}
            last={last}
            across={across}
            timeZone={timeZone}
          />
        ))
      )}
    </tr>
  );
}

/** True for a press on an interactive value or the end of a text selection, which must not open the row. */
function isOwnPress({ target }: MouseEvent): boolean {
  return (target as Element).closest('button, a') !== null || window.getSelection()?.isCollapsed === false;
}

/** One row, memoized: a table is refreshed every ten seconds and its clock every second. */
export const TableRow = memo(Line) as typeof Line;

interface TableCellProps<Row> {
  /** The row's key. */
  id: string;
  column: Column<Row>;
  row: Row;
  /** True in the last row. */
  last: boolean;
  /** Labelled values side by side in a card; null in a row. */
  across: 1 | 2 | null;
  timeZone: string | undefined;
}

/** One value, rendered by its column's kind. */
function TableCell<Row>({ id, column, row, last, across, timeZone }: TableCellProps<Row>) {
  const name = column.kind !== 'text';
  // A custom cell may hold state of its row, so it is remounted for another row.
  const value = column.cell ? (
    <Fragment key={id}>{column.cell(row)}</Fragment>
  ) : (
    content(column, row, timeZone, across !== null)
  );
  const note = column.note?.(row);
  const cellContent = note ? (
    <>
      {value}
      <span data-note="" className="block truncate font-sans text-label text-content-muted">
        {note}
      </span>
    </>
  ) : (
    value
  );
  return (
    <td
      data-column={column.id}
      data-label={across ? column.header : undefined}
      className={cx(
        // The default style inherits the alignment, and so recalculates all cells when a row moves.
        'min-w-0 align-baseline',
        // Values truncate themselves: each clipping box is a layer, so there are as few as possible.
        // A button may fill the row: its outline is inset and its edge not clipped.
        column.cell &&
          'overflow-clip [overflow-clip-margin:12px] [&_button]:focus-visible:outline-offset-[-2px]',
        across
          ? 'labelled p-0 leading-5'
          : 'content-center whitespace-nowrap border-stroke-subtle px-3 py-0 first:pl-4 last:pr-4',
        !across && !last && 'border-b',
        across && column.whole && 'col-span-full',
        across === 2 && column.whole && 'labelled-across',
        name && 'font-mono text-label',
        column.kind === 'number' && !across && 'text-right',
        column.muted && 'text-content-muted',
      )}
    >
      {across ? <div className="min-w-0">{cellContent}</div> : cellContent}
    </td>
  );
}

/** A text in a card is cut at the maximum lines counted by `cardsOf`. */
const clamp = <Row,>({ whole }: Column<Row>) =>
  whole ? 'line-clamp-6 wrap-anywhere' : 'line-clamp-3 wrap-anywhere';

function content<Row>(
  column: Column<Row>,
  row: Row,
  timeZone: string | undefined,
  inCard: boolean,
): ReactNode {
  switch (column.kind) {
    case 'time':
      return <Time value={column.value(row)} timeZone={timeZone} />;
    case 'number':
      return (column.format ?? formatCount)(column.value(row));
    case 'mono': {
      const value = column.value(row);
      if (!value) return <None />;
      const mark = column.mark?.(row);
      if (!mark) return <Mono value={value} names={column.names} />;
      return (
        <span className="flex min-w-0 items-center gap-1.5">
          {mark}
          <span className="min-w-0">
            <Mono value={value} names={column.names} />
          </span>
        </span>
      );
    }
    case 'text': {
      const value = column.value(row);
      return value ? (
        <span
          className={
            inCard
              ? clamp(column)
              : column.lines
                ? 'line-clamp-2 whitespace-normal wrap-anywhere'
                : 'block truncate'
          }
          title={value}
        >
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
