import { type CSSProperties, type ReactNode, use, useId, useMemo } from 'react';
import { cx } from '../base/cx.ts';
import { useLatest } from '../base/rendering.ts';
import { useWidth } from '../base/useWidth.ts';
import { EmptyLine } from '../layout/EmptyState.tsx';
import { Skeleton } from '../layout/Skeleton.tsx';
import { formatCount } from '../value/format.ts';
import { cardsOf, isForCards } from './cards.ts';
import { type Column, gridColumns, isShown, minimumWidth, type SortState } from './columns.ts';
import { type Density, DensityContext } from './density.ts';
import { nextSort, sortRows } from './sortRows.ts';
import { TableBody } from './TableBody.tsx';
import { TableHeading } from './TableHeading.tsx';
import { TableTools } from './TableTools.tsx';
import { createTableCopy, rowsWith } from './tableContent.ts';
import { type TableFormat, useTableView } from './tableHost.ts';
import { useRowMenu } from './useRowMenu.tsx';

const LINE = 20;
/** Height of the second line of a row (px). */
const NOTE = 16;
const HEADING = 32;

export interface DataTableProps<Row> {
  /** The accessible name: 'Incident Log'. */
  caption: string;
  /**
   * The key of its view settings and the file name of its exports: 'incident-log'. With a name and a TableHost
   * the panel header gets a menu: columns, density, copy, export.
   */
  name?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** A stable row id; a row with a new key slides in. */
  rowKey: (row: Row) => string;
  /** Shown in the place of the table when there are no rows: an EmptyState, as one line. */
  empty: ReactNode;
  /** Shown when a search matches no row; enables the search box in the panel header. */
  nothingFound?: (text: string, clear: () => void) => ReactNode;
  /** Defaults to DensityContext. */
  density?: Density;
  /** The default order; the rows' own when omitted. */
  sort?: SortState;
  /** Maximum height in px before the rows scroll. Default 480. */
  maxHeight?: number;
  /** A card in words of its own, instead of labeled values: the height of its content in px, and the content. */
  card?: { height: number; content: (row: Row) => ReactNode };
  /** Shows a skeleton before the first rows arrive. Leave false while known rows are refreshed. */
  loading?: boolean;
  /** Called for a press on a row, or Enter. */
  onRowActivate?: (row: Row) => void;
  /** IANA zone of time columns; defaults to the viewer's. */
  timeZone?: string;
}

/**
 * A table of typed columns: sortable, with a sticky heading, arrow-key navigation and virtual scrolling. Where it does
 * not fit, rows are cards of labeled values, so that no value is hidden.
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
    // Columns with a match are shown.
    const says = (column: Column<Row>) => rowsWith([column], matching, view.find).length > 0;
    return { columns: within.filter((column) => chosen.includes(column) || says(column)), found: matching };
  }, [searched, props.columns, rows, view.toggled, view.find]);
  const sort = view.sort ?? props.sort ?? null;
  const ordered = useMemo(() => sortRows(columns, found, sort), [columns, found, sort]);

  const needed = minimumWidth(columns);
  const narrow = width !== null && width < needed;
  const { card } = props;
  const cardHeight = card?.height;
  const cards = useMemo(
    () =>
      cardHeight !== undefined && isForCards(width, needed)
        ? { across: 1 as const, lines: cardHeight / LINE }
        : cardsOf(columns, found, { width, needed }),
    [columns, found, width, needed, cardHeight],
  );
  const hasNotes = columns.some(({ note }) => note !== undefined);
  const wraps = columns.some(({ lines }) => lines === 2);
  const more = cards ? 0 : (hasNotes ? NOTE : 0) + (wraps ? LINE : 0);
  const single = (density === 'compact' ? 28 : 36) + more;
  const rowHeight = cards ? cards.lines * LINE + (single - LINE) : single;

  const isEmpty = rows.length === 0 && !loading;

  // The last visible row is a complete one.
  const wholeRows = HEADING + Math.max(1, Math.floor((maxHeight - HEADING) / rowHeight)) * rowHeight;

  const canActivate = props.onRowActivate !== undefined;
  const activate = useLatest(props.onRowActivate);
  const onActivate = canActivate ? activate : undefined;
  const copy = createTableCopy({ host, columns, rows: ordered, rowKey, onOpen: onActivate });

  const rowMenu = useRowMenu({ items: copy.items });
  const hosted = host !== null && name !== undefined;
  const onSave = (format: TableFormat) => host?.saveTable(name!, format, copy.content());

  const frame = (
    <div
      ref={scroller}
      className={cx(
        'relative max-h-(--most) overflow-auto overscroll-x-contain print:max-h-none print:overflow-visible',
        narrow && !cards && 'scroll-hint',
      )}
      style={{ '--most': `${wholeRows}px`, scrollPaddingTop: HEADING } as CSSProperties}
    >
      <table
        aria-rowcount={found.length + 1}
        aria-describedby={hintId}
        onContextMenu={hosted ? rowMenu.onContextMenu : undefined}
        className={cx('w-full text-left text-body', isEmpty ? 'hidden' : 'block')}
        // Set once; rows inherit it.
        style={
          {
            gridTemplateColumns: cards ? `repeat(${cards.across}, minmax(0, 1fr))` : gridColumns(columns),
            gridAutoRows: cards ? `minmax(${LINE}px, auto)` : rowHeight,
            '--around': `${(single - LINE) / 2}px`,
            minWidth: cards ? undefined : needed,
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
          )}
        >
          <tr
            aria-rowindex={1}
            className={
              cards
                ? "scroll-hint flex items-center gap-x-4 overflow-x-auto px-4 text-label text-content-faint [scrollbar-width:none] before:shrink-0 before:content-['Sort_by']"
                : 'grid grid-cols-[inherit]'
            }
          >
            {columns.map((column) => (
              <TableHeading
                key={column.id}
                column={column}
                inCards={cards !== null}
                sorted={sort?.column === column.id ? sort.direction : null}
                // A table with a default order returns to it.
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
          headingHeight={HEADING}
          across={cards?.across ?? null}
          card={cards ? card?.content : undefined}
          scroller={scroller}
          maxHeight={maxHeight}
          timeZone={timeZone}
          onActivate={onActivate}
          onKeyDown={copy.onKeyDown}
        />
      </table>
      {loading ? (
        <Skeleton shape="table" label={caption} columns={cards ? 2 : columns.length} />
      ) : (
        ordered.length === 0 && (
          <EmptyLine value={true}>
            {isEmpty ? empty : props.nothingFound?.(view.find, () => change({ find: '' }))}
          </EmptyLine>
        )
      )}
    </div>
  );
  return (
    <>
      {hosted && !isEmpty && (
        <TableTools
          caption={caption}
          columns={props.columns}
          view={view}
          onChange={change}
          density={density}
          onDensity={host.chooseDensity}
          searchable={props.nothingFound !== undefined && rows.length > 0}
          onCopy={copy.copyTable}
          onSave={onSave}
        />
      )}
      {hosted && ordered.length > 0 && host.Actions && (
        <host.Actions caption={caption} onCopy={copy.copyTable} onSave={onSave} />
      )}
      {frame}
      {searched && found.length > 0 && (
        <p role="status" className="border-t border-stroke-subtle px-4 py-2 text-label text-content-muted">
          {formatCount(found.length)} of {formatCount(rows.length)} rows
        </p>
      )}
      {hosted && rowMenu.menu}
    </>
  );
}
