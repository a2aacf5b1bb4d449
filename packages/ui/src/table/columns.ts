import type { ReactNode } from 'react';
import type { Moment } from '../value/format.ts';
import type { NameKind } from '../value/Mono.tsx';

/** The content type; decides alignment, typeface and sort order. */
export type ColumnKind = 'text' | 'mono' | 'number' | 'time';

interface ColumnBase<Row> {
  /** Unique in its table. */
  id: string;
  /** The heading, exactly as in the specification. */
  header: string;
  /** Width in px; columns without one share the remaining width. */
  width?: number;
  /** Minimum width in px; below it the table scrolls sideways, or becomes cards. Default 120. */
  minWidth?: number;
  /** False when sorting makes no sense. */
  sortable?: boolean;
  /** A sentence: in a card it has the whole width. */
  whole?: boolean;
  /** A text wraps in its row into two lines. */
  lines?: 2;
  /** Less prominent than the rest of the row. */
  muted?: boolean;
  /** Hidden until selected, or while a search matches in it. */
  optional?: boolean;
  /** A second, quieter line below the value. */
  note?: (row: Row) => ReactNode;
  /** Replaces the default cell of the kind. */
  cell?: (row: Row) => ReactNode;
  /** The copied, exported and searched text, when it differs from the value. */
  text?: (row: Row) => string;
}

/** Text, or a machine-readable name, shown and sorted case-insensitively by `value`. */
export interface TextColumn<Row> extends ColumnBase<Row> {
  kind: 'text' | 'mono';
  value: (row: Row) => string | null | undefined;
  /** The kind of entity the value names: a press opens its details. */
  names?: NameKind;
  /** A sign before the value, such as a severity. */
  mark?: (row: Row) => ReactNode;
}

/** A count or a measure, right-aligned. */
export interface NumberColumn<Row> extends ColumnBase<Row> {
  kind: 'number';
  value: (row: Row) => number | null | undefined;
  format?: (value: number | null | undefined) => string;
}

/** A time, shown in the table's time zone. */
export interface TimeColumn<Row> extends ColumnBase<Row> {
  kind: 'time';
  value: (row: Row) => Moment | null | undefined;
}

export type Column<Row> = TextColumn<Row> | NumberColumn<Row> | TimeColumn<Row>;

export interface SortState {
  /** A column's id. */
  column: string;
  direction: 'ascending' | 'descending';
}

/** True when a column is shown. @param toggled ids of the columns whose default visibility is inverted */
export function isShown<Row>({ id, optional = false }: Column<Row>, toggled: readonly string[]): boolean {
  return optional === toggled.includes(id);
}

/** The width in px below which the columns no longer fit side by side. */
export function minimumWidth<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? 120), 0);
}

/**
 * The column widths as CSS grid tracks: fixed widths, and equal shares of the rest. When all are fixed they grow in proportion.
 */
export function gridColumns<Row>(columns: readonly Column<Row>[]): string {
  const fixed = columns.every(({ width }) => width !== undefined);
  return columns
    .map(({ width, minWidth = 120 }) => {
      if (width === undefined) return `minmax(${minWidth}px, 1fr)`;
      return fixed ? `minmax(${width}px, ${width}fr)` : `${width}px`;
    })
    .join(' ');
}

/** Distinct from any data column: an audit log also has an `action` column. */
const id = 'row-action';

/** The column of row actions: always shown, never sorted, copied or exported. */
export function actionColumn<Row>(width: number, cell: (row: Row) => ReactNode): TextColumn<Row> {
  return { id, header: 'Action', kind: 'text', sortable: false, value: () => null, width, cell };
}

/** True for the id of the column of row actions. */
export const isAction = (columnId: string | undefined): boolean => columnId === id;
