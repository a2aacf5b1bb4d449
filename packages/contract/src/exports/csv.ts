import Papa from 'papaparse';

/**
 * Text that a spreadsheet could evaluate as a formula: it gets a leading apostrophe. A lone hyphen is Windows' notation for
 * "none" and is unchanged.
 */
const formula = /^(?!-$)[\s"]*[=+\-@|%＝＋－＠]|^[\t\r\n]/;

const csvOptions: Papa.UnparseConfig = { header: false, newline: '\r\n', escapeFormulae: formula };

/** Separators and quotes at which another reader could split a cell, and a formula character that could then start a cell. */
const parted = /([\s",;|]+)([=+\-@＝＋－＠])?/g;
const separator = /[,;|\t\r\n\v\f\u0085\u2028\u2029]/;

/** Makes text safe wherever a reader splits it: `svc;=2+5` becomes `svc;'=2+5`. */
const withoutInnerFormulas = (text: string): string =>
  text.replace(parted, (whole, marks: string, begin: string | undefined) =>
    begin !== undefined && separator.test(marks) ? `${marks}'${begin}` : whole,
  );

const safeRow = (row: readonly unknown[]): unknown[] =>
  row.map((cell) => (typeof cell === 'string' ? withoutInnerFormulas(cell) : cell));

/** Marks a CSV file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\ufeff';

/** Rows as CSV by RFC 4180; no cell can be read as a formula, even with semicolons or tabs as separators. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  `${Papa.unparse(rows.map(safeRow), csvOptions)}\r\n`;

/** Rows as tab-separated text for the clipboard, with the same formula protection; values with a tab or a line break are quoted. */
export const tsvLines = (rows: readonly (readonly unknown[])[]): string =>
  Papa.unparse(rows.map(safeRow), { ...csvOptions, delimiter: '\t', newline: '\n' });

/** Original text of a cell written by {@link csvLines}, without the protective apostrophes. */
export function csvText(cell: string): string {
  const inner = cell.replace(/([\s",;|]+)'(?=[=+\-@＝＋－＠])/g, '$1');
  const text = cell.startsWith("'") ? inner.slice(1) : inner;
  const written = Papa.parse<string[]>(csvLines([[text]]), { delimiter: ',' }).data[0]?.[0];
  return written === cell ? text : cell;
}
