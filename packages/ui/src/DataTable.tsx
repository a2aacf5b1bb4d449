import {
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Column, SortState } from './columns.ts';
import { cx } from './cx.ts';
import { epochOf } from './format.ts';
import { Skeleton } from './Skeleton.tsx';
import { TableCell } from './TableCell.tsx';
import { TableHeading } from './TableHeading.tsx';
import { useRowEntrance } from './useRowEntrance.ts';
import { useRowFocus } from './useRowFocus.ts';

/** Rows beyond this many are drawn only while they are in sight. */
const VIRTUAL_ABOVE = 100;

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers: 'Incident Log'. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** A row's identity across refreshes; a row with a new key slides in. */
  rowKey: (row: Row) => string;
  /** Stands in the table's place when there are no rows: an EmptyState. */
  empty: ReactNode;
  /** Rows of 36 px or of 28. */
  density?: 'regular' | 'compact';
  /** The order at first; without it the rows' own. */
  sort?: SortState;
  /** Height in px from which the rows scroll under the heading. Default 480. */
  maxHeight?: number;
  /** Skeleton rows instead of rows. */
  loading?: boolean;
  /** Enter on a row, or a double press. */
  onRowActivate?: (row: Row) => void;
  /** IANA zone of time columns; the viewer's own when left out. */
  timeZone?: string;
}

/** A table of typed columns: sortable, with a fixed heading, arrow keys between rows, and only the rows in sight drawn when there are many. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, density = 'regular', maxHeight = 480, timeZone } = props;
  const [sorting, setSorting] = useState<SortingState>(() =>
    props.sort ? [{ id: props.sort.column, desc: props.sort.direction === 'descending' }] : [],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const hintId = useId();

  const definitions = useMemo(() => columns.map((column) => definition(column)), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useReactTable({
    data,
    columns: definitions,
    state: { sorting },
    onSortingChange: setSorting,
    getRowId: rowKey,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    enableMultiSort: false,
    sortDescFirst: false,
  });
  const ordered = table.getRowModel().rows;

  const rowHeight = density === 'compact' ? 28 : 36;
  const virtual = ordered.length > VIRTUAL_ABOVE;
  const virtualizer = useVirtualizer({
    count: ordered.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ordered[index]!.id,
    overscan: 8,
    initialRect: { width: 800, height: maxHeight },
  });
  const window = virtual ? virtualizer.getVirtualItems() : null;
  const first = window?.[0]?.index ?? 0;
  const last = window ? (window.at(-1)?.index ?? -1) : ordered.length - 1;
  const drawn = ordered.slice(first, last + 1);

  const reveal = (index: number) => virtual && virtualizer.scrollToIndex(index, { align: 'auto' });
  const focus = useRowFocus({ count: ordered.length, page: Math.floor(maxHeight / rowHeight) - 2, reveal });
  const body = useRowEntrance(ordered.map((row) => row.id));

  if (props.loading) return <Skeleton shape="table" label={caption} />;
  if (rows.length === 0) return <>{empty}</>;

  return (
    <div ref={scroller} className="relative overflow-auto overscroll-x-contain" style={{ maxHeight }}>
      <table
        aria-rowcount={ordered.length + 1}
        aria-describedby={hintId}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-body"
        style={{
          minWidth: columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? 120), 0),
        }}
      >
        <caption className="sr-only">
          {caption}
          <span id={hintId}>
            {' '}
            Arrow keys move between rows, Home and End to the first and last; right arrow enters a row's
            values.
          </span>
        </caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={column.width === undefined ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => {
              const state = table.getColumn(column.id)!;
              return (
                <TableHeading
                  key={column.id}
                  column={column}
                  sorted={state.getIsSorted()}
                  onSort={() => state.toggleSorting()}
                />
              );
            })}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
          <Spacer height={first * rowHeight} span={columns.length} />
          {drawn.map((row, offset) => {
            const index = first + offset;
            return (
              <tr
                key={row.id}
                data-row={index}
                data-key={row.id}
                aria-rowindex={index + 2}
                tabIndex={index === focus.row ? 0 : -1}
                onDoubleClick={() => props.onRowActivate?.(row.original)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && event.target === event.currentTarget)
                    props.onRowActivate?.(row.original);
                }}
                className={cx(
                  'group hover:bg-surface-3 focus-visible:bg-surface-selected focus-visible:outline-offset-[-2px]',
                  density === 'compact' ? 'h-7' : 'h-9',
                )}
              >
                {columns.map((column) => (
                  <TableCell key={column.id} column={column} row={row.original} timeZone={timeZone} />
                ))}
              </tr>
            );
          })}
          <Spacer height={Math.max(0, ordered.length - last - 1) * rowHeight} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows out of sight. */
function Spacer({ height, span }: { height: number; span: number }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tab index takes no focus.
    <tr aria-hidden="true">
      <td colSpan={span} className="p-0" style={{ height }} />
    </tr>
  );
}

/** What TanStack Table needs to know of a column: how to read and to compare its values. */
function definition<Row>(column: Column<Row>): ColumnDef<Row, string | number | undefined> {
  return {
    id: column.id,
    accessorFn: (row) => sortValue(column, row),
    sortingFn: column.kind === 'text' || column.kind === 'mono' ? 'text' : 'basic',
    sortUndefined: 'last',
    enableSorting: column.sortable ?? true,
  };
}

function sortValue<Row>(column: Column<Row>, row: Row): string | number | undefined {
  switch (column.kind) {
    case 'time':
      return epochOf(column.value(row)) ?? undefined;
    case 'number':
      return column.value(row) ?? undefined;
    default:
      return column.value(row) || undefined;
  }
}
