import Papa from 'papaparse';

/**
 * What a spreadsheet could take for a formula: it gets an apostrophe in front. A lone hyphen is Windows' word for "none" and
 * stays.
 */
const formula = /^(?!-$)\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/;

const csvOptions: Papa.UnparseConfig = { header: false, newline: '\r\n', escapeFormulae: formula };

/** By this spreadsheets know that a CSV file is UTF-8. */
export const byteOrderMark = '\ufeff';

/** Rows as CSV after RFC 4180, no cell of which a spreadsheet takes for a formula. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  `${Papa.unparse(rows as unknown[][], csvOptions)}\r\n`;

/** Rows as the clipboard's tab-separated text, safe in the same way: a value with a tab or a line break is quoted. */
export const tsvLines = (rows: readonly (readonly unknown[])[]): string =>
  Papa.unparse(rows as unknown[][], { ...csvOptions, delimiter: '\t', newline: '\n' });
