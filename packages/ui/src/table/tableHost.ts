import { type ComponentType, createContext, use, useState } from 'react';
import type { SortState } from './columns.ts';
import type { Density } from './density.ts';
import type { TableContent } from './tableContent.ts';

/** The view settings of a table. */
export interface TableView {
  /** Null for the table's default order. */
  sort: SortState | null;
  /** The search text; empty for all rows. */
  find: string;
  /** Ids of columns whose default visibility is inverted. */
  toggled: readonly string[];
}

/** Export formats; also the file extensions. */
export type TableFormat = 'csv' | 'txt';

/** Actions on a whole table. */
export interface TableActions {
  caption: string;
  onCopy: () => void;
  onSave: (format: TableFormat) => void;
}

/** Services that the application provides to its tables: stores view settings, copies and exports. */
export interface TableHost {
  /** The view settings of a table; the same object until they change. */
  viewOf(name: string): TableView;
  changeView(name: string, change: Partial<TableView>): void;
  /** Sets the density of all tables, provided by DensityContext. */
  chooseDensity(density: Density): void;
  /** Copies a table or a row to the clipboard. */
  copyTable(content: TableContent): void;
  /** Copies one value to the clipboard. */
  copyText(text: string): void;
  saveTable(name: string, format: TableFormat, content: TableContent): void;
  /** Renders nothing; offers the actions of a table elsewhere on the page while mounted. */
  Actions?: ComponentType<TableActions>;
}

/** The host of all tables below; without one a table stores its view settings itself and offers neither copy nor export. */
export const TableHostContext = createContext<TableHost | null>(null);

const plainView: TableView = { sort: null, find: '', toggled: [] };

/** The view settings of a table, stored by the host if there is one and the table has a name, otherwise by the table. */
export function useTableView(name: string | undefined): {
  host: TableHost | null;
  view: TableView;
  change: (change: Partial<TableView>) => void;
} {
  const host = use(TableHostContext);
  const [own, setOwn] = useState(plainView);
  if (host === null || name === undefined) {
    return { host: null, view: own, change: (change) => setOwn((view) => ({ ...view, ...change })) };
  }
  return { host, view: host.viewOf(name), change: (change) => host.changeView(name, change) };
}
