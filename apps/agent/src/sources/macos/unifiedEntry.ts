import { createHash } from 'node:crypto';
import { AuthMessages } from '../unix/authMessages.ts';
import { FAILURE, type Logon } from '../unix/row.ts';

/** An entry of the unified log, as far as needed for logons. */
export interface UnifiedEntry {
  /** The same each time the entry is read. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** File name of the program that wrote it. */
  readonly program: string;
  readonly pid: string;
  /** User of the program. */
  readonly uid: string;
  readonly message: string;
  /** Number of entries that the system reports as lost here; null for an ordinary entry. */
  readonly lost: number | null;
}

const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,9})?([+-]\d\d)(\d\d)$/;

/** Parses a line of `log … --style ndjson`; null if it is not an entry, such as the last line with the count. */
export function parseUnifiedEntry(line: string): UnifiedEntry | null {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
  const stamp = TIME.exec(textOf(entry?.timestamp));
  if (stamp === null) return null;
  const [, date, clock, fraction = '', zoneHours, zoneMinutes] = stamp;
  const path = textOf(entry.processImagePath);
  const identity = [
    entry.timestamp,
    entry.machTimestamp,
    entry.threadID,
    entry.processID,
    entry.eventMessage,
  ];
  return {
    id: createHash('sha256').update(JSON.stringify(identity)).digest('base64').slice(0, 16),
    time: Date.parse(`${date}T${clock}${fraction.slice(0, 4)}${zoneHours}:${zoneMinutes}`),
    program: path.slice(path.lastIndexOf('/') + 1),
    pid: textOf(entry.processID),
    uid: textOf(entry.userID),
    message: textOf(entry.eventMessage),
    lost: entry.eventType === 'lossEvent' ? lostIn(entry) : null,
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

function lostIn({ lossCount }: Record<string, unknown>): number {
  const count =
    typeof lossCount === 'object' && lossCount !== null
      ? (lossCount as { count?: unknown }).count
      : lossCount;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 1;
}

const logon = (account: string, subject: string | null): Logon => ({
  kind: 'logon',
  account,
  logonType: 2,
  source: null,
  subject,
  subStatus: null,
});
const failure = (account: string, subject: string | null): Logon => ({
  ...logon(account, subject),
  kind: 'failed_logon',
  subStatus: FAILURE.wrongPassword,
});

/** Messages of Apple's own programs, which are not localized; those of sshd are the same as on other systems. */
const MESSAGES: readonly {
  readonly program: string;
  readonly like: RegExp;
  readonly read: (groups: readonly string[], person: string | null) => Logon | null;
}[] = [
  {
    // User of the new session: on the screen, or in a terminal.
    program: 'loginwindow',
    like: /^USER_PROCESS: \d{1,10} console$/,
    read: (_, person) => (person === null ? null : logon(person, null)),
  },
  {
    program: 'su',
    like: /^BAD SU (\S{1,255}) to (\S{1,255})(?: on \S{1,64})?$/,
    read: ([subject = '', account = '']) => failure(account, subject),
  },
  {
    program: 'su',
    like: /^(\S{1,255}) to (\S{1,255})(?: on \S{1,64})?$/,
    read: ([subject = '', account = '']) => logon(account, subject),
  },
  {
    program: 'sudo',
    like: /^ *(\S{1,255}) : \d{1,3} incorrect password attempts? ; TTY=\S{1,64} ; PWD=.{1,1024}? ; USER=(\S{1,255}) ; /,
    read: ([subject = '']) => failure(subject, subject),
  },
  {
    program: 'sudo',
    like: /^ *(\S{1,255}) : TTY=\S{1,64} ; PWD=.{1,1024}? ; USER=(\S{1,255}) ; /,
    read: ([subject = '', account = '']) => logon(account, subject),
  },
];

const PROGRAMS = ['sshd', 'sshd-session', 'su', 'sudo', 'loginwindow', 'login'] as const;

/** The predicate for `log`. */
export const PREDICATE = `(${PROGRAMS.map((program) => `process == "${program}"`).join(' OR ')}) AND (${[
  'eventMessage BEGINSWITH "Accepted "',
  'eventMessage BEGINSWITH "Failed "',
  'eventMessage CONTAINS "[preauth]"',
  'eventMessage BEGINSWITH "USER_PROCESS: "',
  'eventMessage CONTAINS " to "',
  'eventMessage CONTAINS " ; USER="',
].join(' OR ')})`;

/** Reads the entries of one log, in order. */
export class UnifiedMessages {
  readonly #ssh = new AuthMessages();
  readonly #nameOf: (uid: string) => string | null;

  /** `nameOf` looks up an OS user by number. */
  constructor(nameOf: (uid: string) => string | null) {
    this.#nameOf = nameOf;
  }

  /** The logon of an entry; null for other entries. */
  read({ program, pid, uid, message }: UnifiedEntry): Logon | null {
    if (program.startsWith('sshd')) return this.#ssh.read({ identifier: program, pid, message });
    for (const { program: wanted, like, read } of MESSAGES) {
      if (wanted !== program) continue;
      const match = like.exec(message);
      if (match !== null) return read(match.slice(1), uid === '0' || uid === '' ? null : this.#nameOf(uid));
    }
    return null;
  }
}
