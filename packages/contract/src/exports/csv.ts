import Papa from 'papaparse';

/**
 * Text that a spreadsheet could evaluate as a formula: it gets an apostrophe in front. A lone hyphen is Windows' word for "none" and
 * stays.
 */
const formula = /^(?!-$)[\s"]*[=+\-@|%＝＋－＠]|^[\t\r\n]/;

const csvOptions: Papa.UnparseConfig = { header: false, newline: '\r\n', escapeFormulae: formula };

/**
 * Blanks and marks by which a reader with another separator, or with another idea of quotes, would part a cell, and what it
 * would then take for the beginning of a formula.
 */
const parted = /([\s",;|]+)([=+\-@＝＋－＠])?/g;
const separator = /[,;|\t\r\n\v\f\u0085\u2028\u2029]/;

/** A text none of whose parts begins like a formula, whatever a reader parts it at: `svc;=2+5` is `svc;'=2+5`. */
const withoutInnerFormulas = (text: string): string =>
  text.replace(parted, (whole, marks: string, begin: string | undefined) =>
    begin !== undefined && separator.test(marks) ? `${marks}'${begin}` : whole,
  );

const safeRow = (row: readonly unknown[]): unknown[] =>
  row.map((cell) => (typeof cell === 'string' ? withoutInnerFormulas(cell) : cell));

/** By this spreadsheets know that a CSV file is UTF-8. */
export const byteOrderMark = '\ufeff';

/** Rows as CSV after RFC 4180, no cell of which a spreadsheet takes for a formula, also one that reads semicolons or tabs. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  `${Papa.unparse(rows.map(safeRow), csvOptions)}\r\n`;

/** Rows as the clipboard's tab-separated text, safe in the same way: a value with a tab or a line break is quoted. */
export const tsvLines = (rows: readonly (readonly unknown[])[]): string =>
  Papa.unparse(rows.map(safeRow), { ...csvOptions, delimiter: '\t', newline: '\n' });

/** The text of a cell that was written by {@link csvLines}: without the apostrophes that kept it from being a formula. */
export function csvText(cell: string): string {
  const inner = cell.replace(/([\s",;|]+)'(?=[=+\-@＝＋－＠])/g, '$1');
  const text = cell.startsWith("'") ? inner.slice(1) : inner;
  const written = Papa.parse<string[]>(csvLines([[text]]), { delimiter: ',' }).data[0]?.[0];
  return written === cell ? text : cell;
}
