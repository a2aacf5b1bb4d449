import { type CSSProperties, type ReactNode, use, useId, useMemo } from 'react';
import { type Column, foldedLines, gridColumns, isShown, minimumWidth, type SortState } from './columns.ts';
import { cx } from './cx.ts';
import { type Density, DensityContext } from './density.ts';
import { useRowMenu } from './RowMenu.tsx';
import { Skeleton } from './Skeleton.tsx';
import { nextSort, sortRows } from './sortRows.ts';
import { TableBody } from './TableBody.tsx';
import { TableHeading } from './TableHeading.tsx';
import { TableTools } from './TableTools.tsx';
import { rowsWith } from './tableContent.ts';
import { createTableCopy } from './tableCopy.ts';
import { useTableView } from './tableHost.ts';
import { useLatest } from './useLatest.ts';
import { useWidth } from './useWidth.ts';

/** A table that does not fit and is narrower than this (px) folds its rows; a wider one scrolls sideways. */
const FOLD_BELOW = 600;
const LINE = 20;
/** Of a heading's line, and what is around the lines of headings that are folded (px). */
const HEADING = 24;
const AROUND = 10;

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

  const searched = props.nothingFound !== undefined && view.find.trim() !== '';
  const { columns, found } = useMemo(() => {
    const chosen = props.columns.filter((column) => isShown(column, view.toggled));
    if (!searched) return { columns: chosen, found: rows };
    const within = props.columns.filter((column) => column.optional || chosen.includes(column));
    const matching = rowsWith(within, rows, view.find);
    // A match has to be in sight.
    const says = (column: Column<Row>) => rowsWith([column], matching, view.find).length > 0;
    return { columns: within.filter((column) => chosen.includes(column) || says(column)), found: matching };
  }, [searched, props.columns, rows, view.toggled, view.find]);
  const sort = view.sort ?? props.sort ?? null;
  const ordered = useMemo(() => sortRows(columns, found, sort), [columns, found, sort]);

  const needed = minimumWidth(columns);
  const narrow = width !== null && width < needed;
  const folded = narrow && width < FOLD_BELOW && columns.length > 2;
  const single = density === 'compact' ? 28 : 36;
  const rowHeight = folded ? foldedLines(columns) * LINE + (single - LINE) : single;
  // Only where there are sentences, for lines whose height is known cost less.
  const lineHeight = columns.some(({ whole }) => whole === 2) ? `minmax(${LINE}px, auto)` : LINE;
  const headingHeight = folded ? foldedLines(columns, 1) * HEADING + AROUND : 32;

  const canActivate = props.onRowActivate !== undefined;
  const activate = useLatest(props.onRowActivate);
  const onActivate = canActivate ? activate : undefined;
  const copy = createTableCopy({ host, columns, rows: ordered, rowKey, onOpen: onActivate });

  const rowMenu = useRowMenu({ items: copy.items });
  const hosted = host !== null && name !== undefined;

  const frame = (
    <div
      ref={scroller}
      className={cx(
        'relative max-h-(--most) overflow-auto overscroll-x-contain print:max-h-none print:overflow-visible',
        narrow && !folded && 'scroll-hint',
      )}
      style={{ '--most': `${maxHeight}px`, scrollPaddingTop: headingHeight } as CSSProperties}
    >
      <table
        aria-rowcount={found.length + 1}
        aria-describedby={hintId}
        onContextMenu={hosted ? rowMenu.onContextMenu : undefined}
        className="block w-full text-left text-body"
        // Once for all rows, which inherit it.
        style={
          {
            gridTemplateColumns: folded ? 'repeat(2, minmax(0, 1fr))' : gridColumns(columns),
            gridAutoRows: folded ? lineHeight : rowHeight,
            '--around': `${(single - LINE) / 2}px`,
            minWidth: folded ? undefined : needed,
          } as CSSProperties
        }
      >
        <caption className="sr-only">
          {caption}
          <span id={hintId}>
            . Arrow keys move between rows, Home and End to the first and last; the right arrow goes into the
            values of a row.{canActivate && ' Enter opens a row.'}
          </span>
        </caption>
        <thead
          className={cx(
            'sticky top-0 z-10 block grid-cols-[inherit] border-y border-stroke-subtle bg-surface-2',
            folded && 'px-4 py-1',
          )}
        >
          <tr aria-rowindex={1} className={cx('grid grid-cols-[inherit]', folded && 'gap-x-4')}>
            {columns.map((column) => (
              <TableHeading
                key={column.id}
                column={column}
                folded={folded}
                sorted={sort?.column === column.id ? sort.direction : null}
                // A table that begins in an order goes back to it, not to none.
                onSort={() => change({ sort: nextSort(sort, column.id, props.sort === undefined) })}
              />
            ))}
          </tr>
        </thead>
        <TableBody
          rows={ordered}
          rowKey={rowKey}
          columns={columns}
          rowHeight={rowHeight}
          headingHeight={headingHeight}
          folded={folded}
          scroller={scroller}
          maxHeight={maxHeight}
          timeZone={timeZone}
          onActivate={onActivate}
          onKeyDown={copy.onKeyDown}
        />
      </table>
      {loading ? (
        <Skeleton shape="table" label={caption} columns={folded ? 2 : columns.length} />
      ) : (
        ordered.length === 0 &&
        (rows.length > 0 && searched ? props.nothingFound?.(view.find, () => change({ find: '' })) : empty)
      )}
    </div>
  );
  if (!hosted) return frame;
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
        onCopy={copy.copyTable}
        onSave={(format) => host.saveTable(name, format, copy.content())}
      />
      {frame}
      {rowMenu.menu}
    </>
  );
}
