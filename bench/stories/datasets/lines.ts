import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';

/** Rows of a file in groups, so that a billion of them do not wait for one promise each. */
const GROUP = 4_096;

/** Columns of the lines of a CSV file, also compressed, in groups; constant memory. */
export async function* linesOf(path: string, fromLine = 1): AsyncGenerator<string[][]> {
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  const text = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const parser = parse({ from_line: fromLine, relax_column_count: true, skip_empty_lines: true, bom: true });
  file.on('error', (error) => parser.destroy(error));
  text.on('error', (error) => parser.destroy(new Error(`${path}: ${error.message}`)));
  text.pipe(parser);
  let group: string[][] = [];
  try {
    for await (const line of parser) {
      group.push(line as string[]);
      if (group.length < GROUP) continue;
      yield group;
      group = [];
    }
    if (group.length > 0) yield group;
  } finally {
    file.destroy();
  }
}

/** The first of the names that exists in the folder. @throws Error with the way to get it */
export function fileIn(folder: string, names: readonly string[], download: string): string {
  const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${join(folder, names[0]!)} is missing. ${download}`);
  return found;
}
