import { type LineState, type NormalisedRow, normaliseLine } from '@scout/detection';
import { redactCommandLine } from '@scout/detection/redaction/commandLine';

/** Normalises a line, and takes out of its row what a sender should have taken out. `now`: epoch milliseconds. */
export function rowOfLine(text: string, now: number, state: LineState = 'arriving') {
  const result = normaliseLine(text, now, state);
  if (!result.ok) return result;
  const row = withoutSecret(result.row);
  return { ok: true, row, hasSecret: row !== result.row } as const;
}

/** Agents take secrets out before they send; other senders may not. The same row where there is none. */
function withoutSecret(row: NormalisedRow): NormalisedRow {
  const line = row.process_information_command_line;
  if (line === null) return row;
  const redacted = redactCommandLine(line);
  return redacted === line ? row : { ...row, process_information_command_line: redacted };
}
