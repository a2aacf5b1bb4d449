import { isAction } from './actionColumn.ts';
import type { Column } from './columns.ts';
import { epochOf } from './format.ts';

/** What a cell holds when it is copied or exported: times are ISO 8601 in UTC. */
export type TableValue = string | number | null;

/** A table, or a row of one, without its looks. */
export interface TableContent {
  headings: string[];
  rows: TableValue[][];
}

/** What a cell says to a program. */
export function cellValue<Row>(column: Column<Row>, row: Row): TableValue {
  if (column.text) return column.text(row);
  if (column.kind === 'time') {
    const time = epochOf(column.value(row));
    return time === null ? null : new Date(time).toISOString();
  }
  return column.value(row) ?? null;
}

/** Rows as they are shown, column by column; what can be done with them is left out. */
export function contentOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TableContent {
  const said = columns.filter((column) => !isAction(column.id));
  return {
    headings: said.map(({ header }) => header),
    rows: rows.map((row) => said.map((column) => cellValue(column, row))),
  };
}

/** The rows of which a column says the text somewhere, trimmed and without regard to case; all of them for an empty text. */
export function rowsWith<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  text: string,
): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    columns.some((column) =>
      String(cellValue(column, row) ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  );
}
