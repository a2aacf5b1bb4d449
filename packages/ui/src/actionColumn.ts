import type { ReactNode } from 'react';
import type { TextColumn } from './columns.ts';

/** No name of a column of values: an audit log has an action, too. */
const id = 'row-action';

/** The column of what can be done with each row: always shown, never sorted, copied or exported. */
export function actionColumn<Row>(width: number, cell: (row: Row) => ReactNode): TextColumn<Row> {
  return { id, header: 'Action', kind: 'text', sortable: false, value: () => null, width, cell };
}

/** Whether a column, by its id, holds what can be done with a row rather than what it says. */
export const isAction = (columnId: string | undefined): boolean => columnId === id;
