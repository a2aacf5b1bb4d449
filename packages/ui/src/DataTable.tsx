import { getCoreRowModel, getSortedRowModel, type SortingState, useReactTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
} from 'react';
import { type Column, columnDefinition, minimumWidth, type SortState } from './columns.ts';
import { cx } from './cx.ts';
import { type Density, DensityContext } from './density.ts';
import { RowMenu } from './RowMenu.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Spacer } from './Spacer.tsx';
import { TableHeading } from './TableHeading.tsx';
import { TableRow } from './TableRow.tsx';
import { TableTools } from './TableTools.tsx';
import { cellValue, contentOf, rowsWith } from './tableContent.ts';
import { useTableView } from './tableHost.ts';
import { usePrinting } from './usePrinting.ts';
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
  /**
   * By which the application remembers how it is looked at, and part of the name of its exports: 'incident-log'. With it and a
   * TableHost the panel's header has a menu: columns, density, copy, export.
   */
  name?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** A row's identity across refreshes; a row with a new key slides in. */
  rowKey: (row: Row) => string;
  /** Stands under the headings when there are no rows: an EmptyState. */
  empty: ReactNode;
  /** Stands there when a search finds nothing among the rows; with it the panel's header has a search box. */
  nothingFound?: (text: string, clear: () => void) => ReactNode;
  /** As the person chose (DensityContext) when left out. */
  density?: Density;
  /** The order at first; without it the rows' own. */
  sort?: SortState;
  /** Height in px from which the rows scroll under the heading. Default 480. */
  maxHeight?: number;
  /** Nothing has come yet: lines in the place of rows. Leave false while known rows are refreshed. */
  loading?: boolean;
  /** A press on a row, or Enter. */
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
    name,
    rows,
    rowKey,
    empty,
    density = chosen,
    maxHeight = 480,
    loading = false,
    timeZone,
  } = props;
  const { host, view, change } = useTableView(name);
  const [scroller, width] = useWidth<HTMLDivElement>();
  const hintId = useId();
  const printing = usePrinting();

  const columns = useMemo(
    () => props.columns.filter(({ id }) => !view.hidden.includes(id)),
    [props.columns, view.hidden],
  );
  const searched = props.nothingFound !== undefined && view.find.trim() !== '';
  const found = useMemo(
    () => (searched ? rowsWith(columns, rows, view.find) : rows),
    [searched, columns, rows, view.find],
  );
  const sort = view.sort ?? props.sort ?? null;
  const sorting = useMemo<SortingState>(
    () =>
      sort !== null && columns.some(({ id, sortable = true }) => id === sort.column && sortable)
        ? [{ id: sort.column, desc: sort.direction === 'descending' }]
        : [],
    [sort, columns],
  );
  const definitions = useMemo(() => columns.map((column) => columnDefinition(column)), [columns]);
  // The first frame draws what is in sight of a long table; the rest of it follows without holding up anything.
  const atFirst =
    found.length > VIRTUAL_ABOVE && sorting.length === 0 ? found.slice(0, VIRTUAL_ABOVE + 1) : found;
  const drawn = useDeferredValue(found, atFirst);
  const data = useMemo(() => [...drawn], [drawn]);
  const table = useReactTable({
    data,
    columns: definitions,
    state: { sorting },
    onSortingChange(update) {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      change({ sort: next ? { column: next.id, direction: next.desc ? 'descending' : 'ascending' } : null });
    },
    getRowId: rowKey,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    enableMultiSort: false,
    // A table that begins in an order goes back to it, not to none.
    enableSortingRemoval: props.sort === undefined,
    sortDescFirst: false,
  });
  const ordered = table.getRowModel().rows;
  const keys = useMemo(() => ordered.map((row) => row.id), [ordered]);

  const needed = minimumWidth(columns);
  const folded = width !== null && width < FOLD_BELOW && width < needed && columns.length > 2;
  const single = density === 'compact' ? 28 : 36;
  const rowHeight = folded ? Math.ceil(columns.length / 2) * LINE + (single - LINE) : single;

  const virtual = ordered.length > VIRTUAL_ABOVE && !printing;
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

  // One function for the table's life, so that rows are not drawn again for a new one.
  const activated = useRef(props.onRowActivate);
  activated.current = props.onRowActivate;
  const canActivate = props.onRowActivate !== undefined;
  const activate = useCallback((row: Row) => activated.current?.(row), []);

  const rowAt = (key: string | null) => ordered.find(({ id }) => id === key)?.original;
  const copyRow = (row: Row) => host?.copyTable({ ...contentOf(columns, [row]), headings: [] });
  const copyCell = (row: Row, id: string) => {
    const column = columns.find((candidate) => candidate.id === id);
    if (column) host?.copyText(String(cellValue(column, row) ?? ''));
  };
  const content = () =>
    contentOf(
      columns,
      ordered.map(({ original }) => original),
    );
  const rowItems = (key: string | null, columnId: string | null) => {
    const row = rowAt(key);
    return [
      ...(row !== undefined && canActivate ? [{ label: 'Open', run: () => activate(row) }] : []),
      ...(row !== undefined && columnId !== null
        ? [{ label: 'Copy value', run: () => copyCell(row, columnId) }]
        : []),
      ...(row !== undefined ? [{ label: 'Copy row', run: () => copyRow(row) }] : []),
      { label: 'Copy table', run: () => host?.copyTable(content()) },
    ];
  };
  /** Ctrl+C or ⌘C copies the row that has the focus, or the value in it. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const row = rowAt(target.closest<HTMLElement>('[data-key]')?.dataset.key ?? null);
    const copies = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
    if (!host || !copies || row === undefined || window.getSelection()?.isCollapsed === false) {
      focus.onKeyDown(event);
      return;
    }
    event.preventDefault();
    const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
    if (column === undefined) copyRow(row);
    else copyCell(row, column);
  };

  const frame = (
    <div
      ref={scroller}
      className="scroll-hint relative overflow-auto overscroll-x-contain print:overflow-visible"
      style={{ maxHeight: printing ? undefined : maxHeight }}
    >
      <table
        aria-rowcount={found.length + 1}
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
            values of a row.{canActivate && ' Enter opens a row.'}
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
        <tbody ref={body} className={cx(folded && 'block')} onKeyDown={onKeyDown} onFocus={focus.onFocus}>
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
              onActivate={canActivate ? activate : undefined}
            />
          ))}
          <Spacer height={Math.max(0, ordered.length - last - 1) * rowHeight} span={columns.length} />
        </tbody>
      </table>
      {loading ? (
        <Skeleton shape="table" label={caption} columns={folded ? 2 : columns.length} />
      ) : (
        ordered.length === 0 &&
        (rows.length > 0 && searched ? props.nothingFound?.(view.find, () => change({ find: '' })) : empty)
      )}
    </div>
  );
  if (host === null || name === undefined) return frame;
  return (
    <>
      <TableTools
        caption={caption}
        columns={props.columns}
        view={view}
        onChange={change}
        density={density}
        onDensity={host.chooseDensity}
        searchable={props.nothingFound !== undefined && rows.length > 0}
        onCopy={() => host.copyTable(content())}
        onSave={(format) => host.saveTable(name, format, content())}
      />
      <RowMenu items={rowItems}>{frame}</RowMenu>
    </>
  );
}
