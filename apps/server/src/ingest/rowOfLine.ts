import { type LineState, type NormalisedRow, normaliseLine } from '@scout/detection';
import { redactCommandLine } from '@scout/detection/redaction/commandLine';
import { DAY } from '@scout/detection/time';

/** Normalises a line, and takes out of its row what a sender should have taken out. `now`: epoch milliseconds. */
export function rowOfLine(text: string, now: number, state: LineState = 'arriving') {
  const result = normaliseLine(text, now, state);
  if (!result.ok) return result;
  const row = withoutSecret(result.row);
  return { ok: true, row, hasSecret: row !== result.row } as const;
}

/** No event lies ahead of it: the last day that a date can have. */
const NEVER_AHEAD = 8.64e15 - DAY;

/**
 * The same for a line that arrives. One dated more than a day ahead, as by a machine whose clock is wrong, counts from its arrival, so
 * that it is seen; what it said stays in the body.
 */
export function rowOfArriving(text: string, now: number) {
  const result = rowOfLine(text, now);
  if (result.ok) return { ...result, isAhead: false } as const;
  if (result.code !== 'time_out_of_range') return result;
  const ahead = rowOfLine(text, NEVER_AHEAD);
  if (!ahead.ok) return result;
  const row: NormalisedRow = { ...ahead.row, timestamp: new Date(now).toISOString() };
  return { ...ahead, row, isAhead: true } as const;
}

/** Agents take secrets out before they send; other senders may not. The same row where there is none. */
function withoutSecret(row: NormalisedRow): NormalisedRow {
  const line = row.process_information_command_line;
  if (line === null) return row;
  const redacted = redactCommandLine(line);
  return redacted === line ? row : { ...row, process_information_command_line: redacted };
}
