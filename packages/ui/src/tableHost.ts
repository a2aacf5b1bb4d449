import { createContext, use, useState } from 'react';
import type { SortState } from './columns.ts';
import type { Density } from './density.ts';
import type { TableContent } from './tableContent.ts';

/** How a person looks at a table. */
export interface TableView {
  /** Null: the rows' own order, or the order that the table begins with. */
  sort: SortState | null;
  /** What rows are searched for; empty: all rows. */
  find: string;
  /** Ids of columns that a person took away, and of optional ones that a person chose. */
  toggled: readonly string[];
}

/** Formats that a table is saved in: each is also the file's extension. */
export type TableFormat = 'csv' | 'txt';

/** What an application does for its tables: it remembers how they are looked at, and takes their content elsewhere. */
export interface TableHost {
  /** The view of a table by its name; the same object until it changes. */
  viewOf(name: string): TableView;
  changeView(name: string, change: Partial<TableView>): void;
  /** How dense all tables are from now on; told back by DensityContext. */
  chooseDensity(density: Density): void;
  /** Puts a table or a row on the clipboard. */
  copyTable(content: TableContent): void;
  /** Puts one value on the clipboard. */
  copyText(text: string): void;
  saveTable(name: string, format: TableFormat, content: TableContent): void;
}

/** The host of all tables below; without one a table remembers its order for itself and offers neither copy nor export. */
export const TableHostContext = createContext<TableHost | null>(null);

const plainView: TableView = { sort: null, find: '', toggled: [] };

/** The view of a table: kept by the host when there is one and the table has a name, else by the table. */
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
