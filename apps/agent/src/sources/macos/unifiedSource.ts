import { execFileSync } from 'node:child_process';
import type { Intake } from '../../spool/intake.ts';
import type { Position, UnifiedPosition } from '../../spool/position.ts';
import { CommandLines } from '../commandLines.ts';
import { type EventKind, type ReadOptions, type Source, SourceError } from '../source.ts';
import { rowOf } from '../unix/row.ts';
import { PREDICATE, parseUnifiedEntry, type UnifiedEntry, UnifiedMessages } from './unifiedEntry.ts';

const WAIT_MS = 1_000;
/** Maximum time for the stream to start listening. */
const ATTACH_MS = 5_000;
/** The log is requested from slightly before the last event, because entries of several programs are not in order. */
const OVERLAP_SECONDS = 5;
/** Maximum remembered logons within the overlap: a thousand in five seconds is an attack that is visible anyway. */
const REMEMBERED = 1_000;
const BEGINNING: UnifiedPosition = { kind: 'unified', seconds: 0, seen: [] };

/** Names by number; a Mac's users are in a directory readable only by its own programs. */
function nameOf(uid: string): string | null {
  try {
    return execFileSync('/usr/bin/id', ['-un', uid], { encoding: 'utf8', timeout: 5_000 }).trim() || null;
  } catch {
    return null;
  }
}

/**
 * Logons from the unified log of macOS. `log stream` gives new entries and `log show` those since the position; the stream is
 * started first, and entries from both count once.
 */
export class UnifiedSource implements Source {
  readonly key = 'macos:';
  /** No log readable by a service contains process starts. */
  readonly reads: readonly EventKind[] = ['logons'];
  readonly #command: string;
  readonly #host: string;
  readonly #messages = new UnifiedMessages(nameOf);

  /** `command`: the program to run as `log`. */
  constructor(command: string, host: string) {
    this.#command = command;
    this.#host = host;
  }

  async run(intake: Intake, { once, signal }: ReadOptions): Promise<void> {
    let position = unifiedPosition(intake.position);
    const shape = ['--style', 'ndjson', '--predicate', PREDICATE];
    const stream = once ? null : new CommandLines(this.#command, ['stream', ...shape]);
    // Its first line reports that it is listening; later entries are in the stream, whatever `show` returns.
    const early = stream === null ? [] : (await stream.next(ATTACH_MS, signal)).lines;
    const since = Math.max(0, position.seconds - OVERLAP_SECONDS);
    const show = new CommandLines(this.#command, ['show', '--start', `@${since}`, ...shape]);
    intake.report('reading');
    try {
      for (const source of [show, stream]) {
        if (source === stream) for (const line of early) position = await this.#take(line, position, intake);
        for (let ended = source === null; !ended; ) {
          const printed = await source!.next(WAIT_MS, signal);
          for (const line of printed.lines) position = await this.#take(line, position, intake);
          ended = printed.ended || signal.aborted;
          if ((ended || intake.due) && !intake.empty) await intake.seal(position);
        }
        if (signal.aborted) return;
      }
      if (!once) throw new SourceError(`${this.#command} ended`);
    } finally {
      await show.close();
      await stream?.close();
    }
  }

  async #take(line: string, position: UnifiedPosition, intake: Intake): Promise<UnifiedPosition> {
    const entry = parseUnifiedEntry(line);
    if (entry === null || position.seen.includes(entry.id)) return position;
    if (entry.lost !== null) {
      await intake.gap(
        { reason: 'record_gap', from: entry.id, to: null, missing: entry.lost },
        `the system lost ${entry.lost} entries of its log`,
      );
      return after(position, entry);
    }
    const event = this.#messages.read(entry);
    if (event === null) return position;
    const row = rowOf(event, { time: entry.time, host: this.#host, provider: entry.program });
    const result = { line: row, refused: null };
    if (!intake.add(result)) {
      await intake.seal(position);
      intake.add(result);
    }
    return after(position, entry);
  }
}

const after = (position: UnifiedPosition, entry: UnifiedEntry): UnifiedPosition => ({
  kind: 'unified',
  seconds: Math.max(position.seconds, Math.floor(entry.time / 1000)),
  seen: [...position.seen, entry.id].slice(-REMEMBERED),
});

function unifiedPosition(position: Position | null): UnifiedPosition {
  if (position === null) return BEGINNING;
  if (position.kind === 'unified') return position;
  throw new SourceError('the state directory has a position of another kind for this source');
}
