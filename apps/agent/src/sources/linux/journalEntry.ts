/** An entry of the systemd journal, as far as logons need it. */
export interface JournalEntry {
  readonly cursor: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly host: string | null;
  readonly identifier: string;
  readonly pid: string;
  readonly message: string;
  /**
   * True when the journal itself verified the writer: anybody may write an entry that says it is from sshd. It does for root, and
   * for programs that switch to root, which write under the uid of the person who runs them.
   */
  readonly genuine: boolean;
}

/** Fields that the agent asks for; cursor and time come with every entry. */
export const JOURNAL_FIELDS = ['MESSAGE', 'SYSLOG_IDENTIFIER', '_PID', '_UID', '_EXE', '_HOSTNAME'] as const;

const SETUID_PROGRAMS: ReadonlySet<string> = new Set([
  '/usr/bin/su',
  '/bin/su',
  '/usr/bin/sudo',
  '/bin/sudo',
]);

/** Reads a line of `journalctl -o json`; null when it is no entry. */
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

/** A value is text, an array of bytes where it is not printable, or a list where a field was written twice: then the first counts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  if (value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    return Buffer.from(value).toString('utf8');
  return textOf(value[0]);
}
