/** Rows as columns aligned under their names; `empty` without rows. Ends with a line feed. */
export function table(rows: readonly Readonly<Record<string, unknown>>[], empty: string): string {
  const [first] = rows;
  if (!first) return `${empty}\n`;
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((text, column) => text.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** Names and values, one per line. */
export function fields(row: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}\n`)
    .join('');
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  // Host names come from agents and names from visitors: control and bidirectional characters are removed.
  return String(value).replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');
}
