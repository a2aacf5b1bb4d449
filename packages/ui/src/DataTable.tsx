import { getCoreRowModel, getSortedRowModel, type SortingState, useReactTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, use, useId, useMemo, useState } from 'react';
import { type Column, columnDefinition, minimumWidth, type SortState } from './columns.ts';
import { cx } from './cx.ts';
import { type Density, DensityContext } from './density.ts';
import { Skeleton } from './Skeleton.tsx';
import { TableHeading } from './TableHeading.tsx';
import { TableRow } from './TableRow.tsx';
import { useRowEntrance } from './useRowEntrance.ts';
import { useRowFocus } from './useRowFocus.ts';
import { useWidth } from './useWidth.ts';

/** Rows beyond this many are drawn only while they are in sight. */
const VIRTUAL_ABOVE = 100;
/** A table that does not fit and is narrower than this (px) folds its rows; a wider one scrolls sideways. */
const FOLD_BELOW = 600;
const LINE = 20;

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers: 'Incident Log'. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** A row's identity across refreshes; a row with a new key slides in. */
  rowKey: (row: Row) => string;
  /** Stands under the headings when there are no rows: an EmptyState. */
  empty: ReactNode;
  /** As the person chose (DensityContext) when left out. */
  density?: Density;
  /** The order at first; without it the rows' own. */
  sort?: SortState;
  /** Height in px from which the rows scroll under the heading. Default 480. */
  maxHeight?: number;
  /** Nothing has come yet: lines in the place of rows. Leave false while known rows are refreshed. */
  loading?: boolean;
  /** Enter on a row, or a double press. */
  onRowActivate?: (row: Row) => void;
  /** IANA zone of time columns; the viewer's own when left out. */
  timeZone?: string;
}

/**
 * A table of typed columns: sortable, with a fixed heading, arrow keys between rows, and only the rows in sight drawn when there are
 * many. On a phone headings and rows fold into two columns in the same order, so that no value is out of sight.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const chosen = use(DensityContext);
  const {
    caption,
    columns,
    rows,
    rowKey,
    empty,
    density = chosen,
    maxHeight = 480,
    loading = false,
    timeZone,
  } = props;
  const [sorting, setSorting] = useState<SortingState>(() =>
    props.sort ? [{ id: props.sort.column, desc: props.sort.direction === 'descending' }] : [],
  );
  const [scroller, width] = useWidth<HTMLDivElement>();
  const hintId = useId();

  const definitions = useMemo(() => columns.map((column) => columnDefinition(column)), [columns]);
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
  const keys = useMemo(() => ordered.map((row) => row.id), [ordered]);

  const needed = minimumWidth(columns);
  const folded = width !== null && width < FOLD_BELOW && width < needed && columns.length > 2;
  const single = density === 'compact' ? 28 : 36;
  const rowHeight = folded ? Math.ceil(columns.length / 2) * LINE + (single - LINE) : single;

  const virtual = ordered.length > VIRTUAL_ABOVE;
  const virtualizer = useVirtualizer({
    count: ordered.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 800, height: maxHeight },
  });
  const inSight = virtual ? virtualizer.getVirtualItems() : null;
  const first = inSight?.[0]?.index ?? 0;
  const last = inSight ? (inSight.at(-1)?.index ?? -1) : ordered.length - 1;

  const focus = useRowFocus({
    keys,
    page: Math.max(1, Math.floor(maxHeight / rowHeight) - 2),
    reveal: (index) => virtual && virtualizer.scrollToIndex(index, { align: 'auto' }),
  });
  const body = useRowEntrance(keys);

  return (
    <div
      ref={scroller}
      className="scroll-hint relative overflow-auto overscroll-x-contain"
      style={{ maxHeight }}
    >
      <table
        aria-rowcount={ordered.length + 1}
        aria-describedby={hintId}
        className={cx(
          'w-full border-separate border-spacing-0 text-left text-body',
          folded ? 'block' : 'table-fixed',
        )}
        style={folded ? undefined : { minWidth: needed }}
      >
        <caption className="sr-only">
          {caption}
          <span id={hintId}>
            . Arrow keys move between rows, Home and End to the first and last; the right arrow goes into the
            values of a row.
          </span>
        </caption>
        {!folded && (
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} style={column.width === undefined ? undefined : { width: column.width }} />
            ))}
          </colgroup>
        )}
        <thead
          className={cx(
            folded && 'sticky top-0 z-10 block border-y border-stroke-subtle bg-surface-2 px-4 py-1',
          )}
        >
          <tr aria-rowindex={1} className={cx(folded && 'grid grid-cols-2 gap-x-4')}>
            {columns.map((column) => {
              const state = table.getColumn(column.id)!;
              return (
                <TableHeading
                  key={column.id}
                  column={column}
                  folded={folded}
                  sorted={state.getIsSorted()}
                  onSort={() => state.toggleSorting()}
                />
              );
            })}
          </tr>
        </thead>
        <tbody
          ref={body}
          className={cx(folded && 'block')}
          onKeyDown={focus.onKeyDown}
          onFocus={focus.onFocus}
        >
          <Spacer height={first * rowHeight} span={columns.length} />
          {ordered.slice(first, last + 1).map((row, offset) => (
            <TableRow
              key={row.id}
              id={row.id}
              index={first + offset}
              row={row.original}
              columns={columns}
              height={rowHeight}
              folded={folded}
              current={first + offset === focus.current}
              timeZone={timeZone}
              onActivate={props.onRowActivate}
            />
          ))}
          <Spacer height={Math.max(0, ordered.length - last - 1) * rowHeight} span={columns.length} />
        </tbody>
      </table>
      {loading ? (
        <Skeleton shape="table" label={caption} columns={folded ? 2 : columns.length} />
      ) : (
        rows.length === 0 && empty
      )}
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
