/** An entry of the systemd journal, as far as needed for logons. */
export interface JournalEntry {
  readonly cursor: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly host: string | null;
  readonly identifier: string;
  readonly pid: string;
  readonly message: string;
  /**
   * True when the journal verified the writer: anybody can write an entry that claims to be from sshd. Verified are root, and
   * programs that switch to root, which write with the uid of their caller.
   */
  readonly genuine: boolean;
}

/** Requested fields; cursor and time are part of every entry. */
export const JOURNAL_FIELDS = ['MESSAGE', 'SYSLOG_IDENTIFIER', '_PID', '_UID', '_EXE', '_HOSTNAME'] as const;

const SETUID_PROGRAMS: ReadonlySet<string> = new Set([
  '/usr/bin/su',
  '/bin/su',
  '/usr/bin/sudo',
  '/bin/sudo',
]);

/** Parses a line of `journalctl -o json`; null if it is not an entry. */
export function parseJournalEntry(line: string): JournalEntry | null {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
  const cursor = textOf(entry?.__CURSOR);
  const time = Number(textOf(entry?.__REALTIME_TIMESTAMP)) / 1000;
  if (cursor === '' || !(time > 0)) return null;
  return {
    cursor,
    time,
    host: textOf(entry._HOSTNAME) || null,
    identifier: textOf(entry.SYSLOG_IDENTIFIER),
    pid: textOf(entry._PID),
    message: textOf(entry.MESSAGE),
    genuine: textOf(entry._UID) === '0' || SETUID_PROGRAMS.has(textOf(entry._EXE)),
  };
}

/** A value is text, an array of bytes if not printable, or a list if a field was written repeatedly: then the first counts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  if (value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    return Buffer.from(value).toString('utf8');
  return textOf(value[0]);
}
