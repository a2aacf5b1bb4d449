import { type MouseEvent, memo } from 'react';
import type { Column } from './columns.ts';
import { cx } from './cx.ts';
import { TableCell } from './TableCell.tsx';

interface TableRowProps<Row> {
  id: string;
  /** Its place in the whole table, from 0. */
  index: number;
  row: Row;
  columns: readonly Column<Row>[];
  /** Its place in px in a table of which only a part is drawn; null where rows follow each other. */
  top: number | null;
  last: boolean;
  /** In px; fixed, because rows out of sight are counted, not measured. */
  height: number;
  folded: boolean;
  /** The one row that the Tab key stops at. */
  current: boolean;
  timeZone: string | undefined;
  onActivate: ((row: Row) => void) | undefined;
}

function Line<Row>(props: TableRowProps<Row>) {
  const { id, index, row, columns, height, top, last, folded, current, timeZone, onActivate } = props;
  return (
    <tr
      data-row={index}
      data-key={id}
      // The heading is the first row of the table.
      aria-rowindex={index + 2}
      tabIndex={current ? 0 : -1}
      style={{ top: top ?? undefined, height: folded ? height : undefined }}
      onClick={(event) => {
        if (onActivate && !isOwnPress(event)) onActivate(row);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onActivate?.(row);
      }}
      // As little as can be, for thousands of these go by: what is drawn belongs to the cells.
      className={cx(
        'grid auto-rows-[inherit] grid-cols-[inherit] scroll-mt-8',
        'hover:bg-surface-3 focus-visible:bg-surface-selected focus-visible:outline-offset-[-2px]',
        top !== null && 'absolute inset-x-0',
        folded && 'content-center gap-x-4 border-stroke-subtle px-4',
        folded && !last && 'border-b',
        onActivate && 'cursor-pointer',
      )}
    >
      {columns.map((column) => (
        <TableCell
          key={column.id}
          id={id}
          column={column}
          row={row}
          last={last}
          folded={folded}
          timeZone={timeZone}
        />
      ))}
    </tr>
  );
}

/** A press on a value that does something itself, or the end of marking a text, is not a press on the row. */
function isOwnPress({ target }: MouseEvent): boolean {
  return (target as Element).closest('button, a') !== null || window.getSelection()?.isCollapsed === false;
}

/** One row. Drawn again only when something of it changed: a table is refreshed every ten seconds and its clock every second. */
export const TableRow = memo(Line) as typeof Line;
