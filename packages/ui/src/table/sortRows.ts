import { epochOf } from '../value/format.ts';
import type { Column, SortState } from './columns.ts';

/**
 * Sorts rows by a column: case-insensitively, stable, rows without a value last in both directions. Returns the rows themselves
 * when the column does not exist or cannot be sorted.
 */
export function sortRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  sort: SortState | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  if (sort === null || column === undefined || column.sortable === false) return rows;
  const sign = sort.direction === 'descending' ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortValue(column, row) }))
    .sort((a, b) => {
      if (a.value === b.value) return 0;
      if (a.value === null) return 1;
      if (b.value === null) return -1;
      return a.value > b.value ? sign : -sign;
    })
    .map(({ row }) => row);
}

function sortValue<Row>(column: Column<Row>, row: Row): string | number | null {
  switch (column.kind) {
    case 'time':
      return epochOf(column.value(row));
    case 'number':
      return column.value(row) ?? null;
    default:
      return column.value(row)?.toLowerCase() || null;
  }
}

/** The next order after a press on a heading: ascending, descending, then unsorted if the table has no default order (`removable`). */
export function nextSort(sort: SortState | null, column: string, removable: boolean): SortState | null {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  if (sort.direction === 'ascending') return { column, direction: 'descending' };
  return removable ? null : { column, direction: 'ascending' };
}
