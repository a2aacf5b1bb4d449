import { cx } from '../base/cx.ts';
import { SortDownIcon, SortUpIcon } from '../base/icons.tsx';
import type { Column, SortState } from './columns.ts';

interface TableHeadingProps<Row> {
  column: Column<Row>;
  /** True above cards, where headings are a line of sort options. */
  inCards: boolean;
  /** Null when the table is not sorted by this column. */
  sorted: SortState['direction'] | null;
  onSort: () => void;
}

/** A sticky column heading; a button when the column can be sorted. */
export function TableHeading<Row>({ column, inCards, sorted, onSort }: TableHeadingProps<Row>) {
  const right = column.kind === 'number' && !inCards;
  const sortable = column.sortable ?? true;
  return (
    <th
      scope="col"
      aria-sort={sorted ?? undefined}
      className={cx(
        'flex min-w-0 items-center text-label font-normal text-content-muted',
        'h-7.5 py-0',
        inCards ? 'shrink-0 px-0' : 'px-3 first:pl-4 last:pr-4',
        inCards && !sortable && 'sr-only',
        right && 'justify-end',
      )}
    >
      {sortable ? (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            'group/sort inline-flex h-6 max-w-full cursor-pointer items-center gap-1 rounded-control hover:text-content',
            right && 'flex-row-reverse',
            sorted && 'text-content',
          )}
        >
          <span className="truncate">{column.header}</span>
          <span
            className={cx(
              'shrink-0',
              !sorted && 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60',
            )}
          >
            {sorted === 'descending' ? <SortDownIcon size={12} /> : <SortUpIcon size={12} />}
          </span>
        </button>
      ) : (
        <span className="block truncate">{column.header}</span>
      )}
    </th>
  );
}
