import type { TableContent, TableFormat } from '@scout/ui';
import { saveFile } from '../screens/settings/saveFile.ts';

/** Has the browser save a table as it is shown: CSV that no spreadsheet takes for formulas, or one JSON object a line. */
export async function saveTable(
  name: string,
  format: TableFormat,
  content: TableContent,
  now: number,
): Promise<void> {
  const { tableFile } = await import('@scout/contract/exports/table');
  const { text, mediaType } = tableFile(format, content);
  const timestamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(new Blob([text], { type: mediaType }), `${name}-${timestamp}.${format}`);
}

/** A table or rows of one as a spreadsheet takes them from the clipboard. */
export async function clipboardText(content: TableContent): Promise<string> {
  const { tableTsv } = await import('@scout/contract/exports/table');
  return tableTsv(content);
}
