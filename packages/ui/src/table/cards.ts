import type { Column } from './columns.ts';

/** A table that does not fit shows its rows as cards below this width (px), and scrolls sideways above it. */
const CARDS_BELOW = 760;
/** Width (px) from which two labeled values are side by side. */
const PAIRS_FROM = 560;
/** Padding of a card, and the space between two values side by side (px). */
const INSET = 32;
const BETWEEN = 16;
/** Share of a value's width for its label, and the space after the label (px). */
const LABEL = 0.4;
const AFTER_LABEL = 12;
/** Widths of characters (px): of a label, of a text, and of a monospace value. */
const LETTER = 6.4;
const LETTER_OF_TEXT = 7.2;
const DIGIT = 7.4;

/** Cards instead of rows: every value with its label, uncut. */
export interface Cards {
  /** Labelled values side by side: one on a phone, two on a tablet. */
  readonly across: 1 | 2;
  /** Lines of the highest card. */
  readonly lines: number;
}

/** True where the rows of a table are cards. */
export const isForCards = (width: number | null, needed: number): width is number =>
  width !== null && width < needed && width < CARDS_BELOW;

/** The cards of a table that is `width` px wide and requires `needed`; null if its rows fit or scroll sideways. */
export function cardsOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, needed }: { width: number | null; needed: number },
): Cards | null {
  if (!isForCards(width, needed) || columns.length < 3) return null;
  const across = width < PAIRS_FROM ? 1 : 2;
  const each = (width - INSET - (across - 1) * BETWEEN) / across;
  const valueWidth = each * (1 - LABEL) - AFTER_LABEL;
  // The label of a sentence is as wide as those above it.
  const wholeWidth = width - INSET - each * LABEL - AFTER_LABEL;
  let lines = 0;
  let left = 0;
  for (const column of columns) {
    const labelLines = Math.ceil((column.header.length * LETTER) / (each * LABEL));
    const high = Math.max(labelLines, valueLines(column, rows, column.whole ? wholeWidth : valueWidth));
    const alone = across === 1 || column.whole !== undefined;
    if (alone) lines += left + high;
    else if (left > 0) lines += Math.max(left, high);
    left = alone || left > 0 ? 0 : high;
  }
  return { across, lines: lines + left };
}

/** Maximum lines of a value in a card, of a sentence and of any other. */
const most = { sentence: 6, value: 3 } as const;

/** Lines of the longest value of a column, which wraps instead of being cut. */
function valueLines<Row>(column: Column<Row>, rows: readonly Row[], width: number): number {
  if (column.cell || column.kind === 'number' || column.kind === 'time') return 1;
  const longest = rows.reduce((length, row) => Math.max(length, column.value(row)?.length ?? 0), 1);
  const lines = Math.ceil((longest * (column.kind === 'mono' ? DIGIT : LETTER_OF_TEXT)) / width);
  return Math.min(column.whole ? most.sentence : most.value, lines);
}
