import type { KeyboardEvent } from 'react';
import { epochOf } from '../value/format.ts';
import { type Column, isAction } from './columns.ts';
import type { TableHost } from './tableHost.ts';

/** The value of a cell when copied or exported: times are ISO 8601 in UTC. */
export type TableValue = string | number | null;

/** The content of a table or a row, for copy and export. */
export interface TableContent {
  headings: string[];
  rows: TableValue[][];
}

/** The copied, exported and searched value of a cell. */
function cellValue<Row>(column: Column<Row>, row: Row): TableValue {
  if (column.text) return column.text(row);
  if (column.kind === 'time') {
    const time = epochOf(column.value(row));
    return time === null ? null : new Date(time).toISOString();
  }
  return column.value(row) ?? null;
}

/** The content of the shown rows and columns, without row actions. */
export function contentOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TableContent {
  const data = columns.filter((column) => !isAction(column.id));
  return {
    headings: data.map(({ header }) => header),
    rows: rows.map((row) => data.map((column) => cellValue(column, row))),
  };
}

/** The rows with a column that contains the trimmed text, case-insensitively; all rows for an empty text. */
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

interface TableCopyOptions<Row> {
  /** Null disables copying and its menu items. */
  host: TableHost | null;
  columns: readonly Column<Row>[];
  /** In display order. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Opens a row, if rows can be opened. */
  onOpen: ((row: Row) => void) | undefined;
}

/** Copies the shown table, a row or a value, from a menu or with Ctrl+C or ⌘C. */
export function createTableCopy<Row>({ host, columns, rows, rowKey, onOpen }: TableCopyOptions<Row>) {
  const rowAt = (key: string | null | undefined) => rows.find((row) => rowKey(row) === key);
  const copyRow = (row: Row) => host?.copyTable({ ...contentOf(columns, [row]), headings: [] });
  const copyValue = (row: Row, id: string) => {
    const column = columns.find((candidate) => candidate.id === id);
    if (column) host?.copyText(String(cellValue(column, row) ?? ''));
  };
  const content = (): TableContent => contentOf(columns, rows);
  const copyTable = () => host?.copyTable(content());

  return {
    content,
    copyTable,
    /** Menu items for a row and its value in a column; without either, for the table. */
    items(key: string | null, columnId: string | null) {
      const row = rowAt(key);
      return [
        ...(row !== undefined && onOpen ? [{ label: 'Open', run: () => onOpen(row) }] : []),
        ...(row !== undefined && columnId !== null
          ? [{ label: 'Copy value', run: () => copyValue(row, columnId) }]
          : []),
        ...(row !== undefined ? [{ label: 'Copy row', run: () => copyRow(row) }] : []),
        { label: 'Copy table', run: copyTable },
      ];
    },
    /** Copies the focused row or value on Ctrl+C or ⌘C; returns true when it did. */
    onKeyDown(event: KeyboardEvent<HTMLElement>): boolean {
      const copies = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
      if (!host || !copies || window.getSelection()?.isCollapsed === false) return false;
      const target = event.target as HTMLElement;
      const row = rowAt(target.closest<HTMLElement>('[data-key]')?.dataset.key);
      if (row === undefined) return false;
      event.preventDefault();
      const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
      if (column === undefined || isAction(column)) copyRow(row);
      else copyValue(row, column);
      return true;
    },
  };
}
