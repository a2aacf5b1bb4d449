import { byteOrderMark, csvLines, tsvLines } from './csv.ts';
import { type ExportFormat, exportMediaTypes } from './tenantEvents.ts';

/** A table as displayed; times are ISO 8601 in UTC. */
export interface ExportedTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** File of a table: CSV with a byte order mark, or one JSON object per line with headings as keys. */
export function tableFile(
  format: ExportFormat,
  { headings, rows }: ExportedTable,
): { text: string; mediaType: string } {
  const text =
    format === 'csv'
      ? `${byteOrderMark}${csvLines([headings, ...rows])}`
      : rows.map((row) => `${jsonLine(headings, row)}\n`).join('');
  return { text, mediaType: exportMediaTypes[format] };
}

/** A table, or rows without headings, as clipboard text for a spreadsheet; no cell can be read as a formula. */
export function tableTsv({ headings, rows }: ExportedTable): string {
  return tsvLines(headings.length === 0 ? rows : [headings, ...rows]);
}

/** Written by hand, because two columns may share a heading and a heading may look like an index. */
function jsonLine(headings: readonly string[], row: readonly (string | number | null)[]): string {
  const fields = headings.map(
    (heading, index) => `${JSON.stringify(heading)}:${JSON.stringify(row[index] ?? null)}`,
  );
  return `{${fields.join(',')}}`;
}
