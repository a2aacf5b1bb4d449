import type { KeyboardEvent } from 'react';
import { isAction } from './actionColumn.ts';
import type { Column } from './columns.ts';
import { cellValue, contentOf, type TableContent } from './tableContent.ts';
import type { TableHost } from './tableHost.ts';

interface TableCopyOptions<Row> {
  /** Null: nothing is copied, and no menu says so. */
  host: TableHost | null;
  columns: readonly Column<Row>[];
  /** In the order in which they are shown. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Opens a row, where rows can be opened. */
  onOpen: ((row: Row) => void) | undefined;
}

/** What can be taken out of a table as it is shown: all of it, a row, a value; by a menu and by Ctrl+C or ⌘C. */
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
    /** What can be done with a row and the value of a column in it; with neither, with the table. */
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
    /** Copies the row that has the focus, or the value in it, on the keys for that; true when it did. */
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
