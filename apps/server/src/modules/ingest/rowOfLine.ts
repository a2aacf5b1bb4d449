import { type NormalisedRow, normaliseLine } from '@scout/detection';
import { redactCommandLine } from '@scout/detection/redaction/commandLine';
import { DAY } from '@scout/detection/time';

/** Normalizes a line, and removes secrets that its sender should have removed. `now`: epoch milliseconds. */
function rowOfLine(text: string, now: number) {
  const result = normaliseLine(text, now);
  if (!result.ok) return result;
  const row = withoutSecret(result.row);
  return { ok: true, row, like: result.like, hasSecret: row !== result.row } as const;
}

/** The latest possible date: no event is after it. */
const NEVER_AHEAD = 8.64e15 - DAY;

/**
 * The same for an arriving line. An event dated more than a day ahead, from a machine with a wrong clock, gets its time of
 * arrival, so that it is visible; the body keeps the original time.
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

/** Command lines without a secret, up to this number and length: services start the same ones all day. Only saves work. */
const CLEAN = { lines: 4_096, length: 512 };
const clean = new Set<string>();

/** Agents remove secrets before sending; other senders may not. The same row without a secret. */
function withoutSecret(row: NormalisedRow): NormalisedRow {
  const line = row.process_information_command_line;
  if (line === null || clean.has(line)) return row;
  const redacted = redactCommandLine(line);
  if (redacted !== line) return { ...row, process_information_command_line: redacted };
  if (line.length <= CLEAN.length) {
    if (clean.size >= CLEAN.lines) clean.clear();
    clean.add(line);
  }
  return row;
}
