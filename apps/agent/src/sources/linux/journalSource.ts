import type { Intake } from '../../spool/intake.ts';
import type { JournalPosition, Position } from '../../spool/position.ts';
import { CommandLines } from '../commandLines.ts';
import { type EventKind, type ReadOptions, type Source, SourceError } from '../source.ts';
import { AUTH_IDENTIFIERS, AuthMessages } from '../unix/authMessages.ts';
import { rowOf } from '../unix/row.ts';
import { JOURNAL_FIELDS, type JournalEntry, parseJournalEntry } from './journalEntry.ts';

const WAIT_MS = 1_000;
/** From journalctl, which runs with LC_ALL=C. */
const FORBIDDEN = /insufficient permissions|not seeing messages/;
const BEGINNING: JournalPosition = { kind: 'journal', cursor: '' };
/** Entries after which a position is committed even without a logon. */
const IDLE_ENTRIES = 1_000;

/** `s=…` of a cursor: the journal that it belongs to. */
const journalOf = (cursor: string): string => /(?:^|;)s=([0-9a-f]+)/.exec(cursor)?.[1] ?? '';

/** Journal and number of a cursor, in searchable form. */
const numberOf = (cursor: string): string =>
  `${journalOf(cursor).slice(0, 16)}:${/;i=([0-9a-f]+)/.exec(cursor)?.[1] ?? ''}`;

/**
 * Logons from the systemd journal, through `journalctl`. Requests the last accepted entry and all following ones: while that one
 * comes first, nothing was removed before it was read.
 */
export class JournalSource implements Source {
  readonly key = 'journald:';
  readonly reads: readonly EventKind[] = ['logons'];
  readonly #command: string;
  readonly #host: string;

  /** `command`: the program to run as `journalctl`; `host` is used for entries without one. */
  constructor(command: string, host: string) {
    this.#command = command;
    this.#host = host;
  }

  async run(intake: Intake, { once, signal }: ReadOptions): Promise<void> {
    let position = journalPosition(intake.position);
    let expected = position.cursor;
    let passed = 0;
    const messages = new AuthMessages();
    const journal = new CommandLines(this.#command, argumentsFor(position.cursor, once));
    let complaint = '';
    try {
      for (;;) {
        const { lines, ended } = await journal.next(WAIT_MS, signal);
        // Without permission journalctl shows an empty journal with this message, and exits with 0: it must not count as an empty journal.
        if (journal.complaint !== complaint || complaint === '') {
          complaint = journal.complaint;
          const closed = FORBIDDEN.test(complaint);
          intake.report(closed ? 'failed' : 'reading', closed ? complaint : null);
        }
        for (const line of lines) {
          const entry = parseJournalEntry(line);
          if (entry === null) continue;
          if (expected !== '') {
            const found = entry.cursor === expected;
            if (!found) await this.#reportGap(intake, expected, entry.cursor);
            expected = '';
            if (found) continue;
          }
          const row = this.#rowOf(entry, messages);
          if (row !== null) {
            const result = { line: row, refused: null };
            if (!intake.add(result)) {
              await intake.seal(position);
              intake.add(result);
            }
          }
          position = { kind: 'journal', cursor: entry.cursor };
          passed += 1;
        }
        const stop = ended || signal.aborted;
        if ((stop || intake.due) && !intake.empty) {
          await intake.seal(position);
          passed = 0;
        } else if (passed >= IDLE_ENTRIES || (stop && passed > 0)) {
          await intake.seal(position);
          passed = 0;
        }
        if (signal.aborted || (ended && once)) return;
        if (ended) throw new SourceError(`${this.#command} ended`);
      }
    } finally {
      await journal.close();
    }
  }

  #rowOf(entry: JournalEntry, messages: AuthMessages): string | null {
    const event = entry.genuine ? messages.read(entry) : null;
    return (
      event && rowOf(event, { time: entry.time, host: entry.host ?? this.#host, provider: entry.identifier })
    );
  }

  async #reportGap(intake: Intake, from: string, to: string): Promise<void> {
    const replaced = journalOf(from) !== journalOf(to);
    const why = replaced ? 'this is another journal' : 'the journal removed unread entries';
    await intake.gap(
      {
        reason: replaced ? 'source_replaced' : 'log_rolled_over',
        from: numberOf(from),
        to: numberOf(to),
        missing: null,
      },
      `the last read entry is gone: ${why}; events may be missing`,
    );
  }
}

function argumentsFor(cursor: string, once: boolean): string[] {
  return [
    '--output=json',
    `--output-fields=${JOURNAL_FIELDS.join(',')}`,
    '--no-pager',
    ...(cursor === '' ? [] : [`--cursor=${cursor}`]),
    ...(once ? [] : ['--follow', '--no-tail']),
    ...AUTH_IDENTIFIERS.map((identifier) => `SYSLOG_IDENTIFIER=${identifier}`),
  ];
}

function journalPosition(position: Position | null): JournalPosition {
  if (position === null) return BEGINNING;
  if (position.kind === 'journal') return position;
  throw new SourceError('the state directory has a position of another kind for this source');
}
