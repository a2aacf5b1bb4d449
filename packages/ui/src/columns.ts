import type { ReactNode } from 'react';
import type { Moment } from './format.ts';
import type { NameKind } from './names.ts';

/** What a column holds; decides alignment, typeface and how it is sorted. */
export type ColumnKind = 'text' | 'mono' | 'number' | 'time';

interface ColumnBase<Row> {
  /** Unique in its table. */
  id: string;
  /** The heading, exactly as the screen's specification says. */
  header: string;
  /** Width in px; a column without one shares what is left. */
  width?: number;
  /** Never narrower than this, in px: the table scrolls sideways, or folds on a phone. Default 120. */
  minWidth?: number;
  /** False where an order would mean nothing. */
  sortable?: boolean;
  /** A sentence: where rows fold on a phone it takes so many lines of its own. */
  whole?: 1 | 2;
  /** Recedes: what is read after the rest of the row. */
  muted?: boolean;
  /** Not shown until a person chooses it, or while a search finds something in it. */
  optional?: boolean;
  /** In place of the kind's own cell. */
  cell?: (row: Row) => ReactNode;
  /** What is copied, exported and searched, where that is not the value itself. */
  text?: (row: Row) => string;
}

/** Words, or a name that machines read: `value` is what is shown and what is sorted by, without regard to case. */
export interface TextColumn<Row> extends ColumnBase<Row> {
  kind: 'text' | 'mono';
  value: (row: Row) => string | null | undefined;
  /** What the value names: a press opens what is behind it. */
  names?: NameKind;
}

/** A count or a measure, at the right edge. */
export interface NumberColumn<Row> extends ColumnBase<Row> {
  kind: 'number';
  value: (row: Row) => number | null | undefined;
  format?: (value: number | null | undefined) => string;
}

/** A moment, shown in the table's time zone. */
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

/** True when a column is to be shown. @param toggled ids of the columns that are shown or not other than at first */
export function isShown<Row>({ id, optional = false }: Column<Row>, toggled: readonly string[]): boolean {
  return optional === toggled.includes(id);
}

/** The width in px under which the columns no longer fit side by side. */
export function minimumWidth<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? 120), 0);
}

/**
 * The widths of the columns as a CSS grid takes them: fixed ones, and equal shares of what is left; where all are fixed they share it
 * by their widths.
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

/** Lines of a row that is folded into two columns, where a sentence has no more than `most`. */
export function foldedLines<Row>(columns: readonly Column<Row>[], most: 1 | 2 = 2): number {
  const halves = columns.reduce(
    (taken, { whole }) => (whole ? Math.ceil(taken / 2) * 2 + 2 * Math.min(whole, most) : taken + 1),
    0,
  );
  return Math.ceil(halves / 2);
}
