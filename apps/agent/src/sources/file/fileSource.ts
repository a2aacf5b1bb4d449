import { stat } from 'node:fs/promises';
import { pause } from '../../service/signal.ts';
import type { Intake } from '../../spool/intake.ts';
import { createExtractor } from '../formats/extractor.ts';
import type { FilePosition, Position } from '../position.ts';
import { type EventKind, type ReadOptions, type Source, SourceError } from '../source.ts';
import { locate, type Stretch } from './locate.ts';
import { type CreateExtractor, LogReader } from './logReader.ts';
import { isSameFile, openLog } from './openLog.ts';

export interface FileTiming {
  /** How often a followed file is looked at. */
  readonly pollMs: number;
  /** For how long a half-written end must not change to be taken for the end. */
  readonly settleMs: number;
  /** How long a renamed file is watched for late writes after another has its name. */
  readonly graceMs: number;
  /** How often a position is kept although nothing was found before it. */
  readonly idleMs: number;
}

const TIMING: FileTiming = { pollMs: 250, settleMs: 2_000, graceMs: 2_000, idleMs: 60_000 };
/** After so many looks at which nothing was new, every look waits so many times longer. */
const QUIET_LOOKS = 20;
const SLOWER = 4;
const IDLE_BYTES = 4 * 1024 * 1024;

/** What a file holds, and the word that names such a source. */
export interface LogForm {
  readonly name: string;
  readonly create: CreateExtractor;
  readonly reads: readonly EventKind[] | null;
}

const WINDOWS_EVENTS: LogForm = { name: 'file', create: createExtractor, reads: null };

/** A log file, by default of Windows event XML or NDJSON in UTF-8 or UTF-16, read once or followed through rotation and truncation. */
export class FileSource implements Source {
  readonly key: string;
  readonly reads: readonly EventKind[] | null;
  readonly #path: string;
  readonly #form: LogForm;
  readonly #timing: FileTiming;

  constructor(path: string, form: LogForm = WINDOWS_EVENTS, timing: Partial<FileTiming> = {}) {
    this.key = `${form.name}:${path}`;
    this.reads = form.reads;
    this.#form = form;
    this.#path = path;
    this.#timing = { ...TIMING, ...timing };
  }

  async run(intake: Intake, options: ReadOptions): Promise<void> {
    const { once, signal } = options;
    let position = filePosition(intake.position);
    let missing = false;
    while (!signal.aborted) {
      const current = await openLog(this.#path);
      if (current === null) {
        if (once) throw new SourceError(`${this.#path}: no such file`);
        if (!missing) {
          intake.notice(`${this.#path} is not there yet: waiting for it`);
          intake.report('waiting', 'The file is not there.');
        }
        missing = true;
        await pause(this.#timing.pollMs, signal);
        continue;
      }
      missing = false;
      intake.report('reading');
      const route = await locate(current, position);
      try {
        if (route.gap !== null) await intake.gap(route.gap.missing, route.gap.message);
        for (const stretch of route.rotated) {
          position = await this.#readRotated(stretch, intake, signal);
          if (signal.aborted) return;
        }
        const reader = await LogReader.open(route.current, intake, this.#form.create);
        if (once) return await this.#readOnce(reader, intake, signal);
        position = await this.#follow(reader, intake, signal);
      } finally {
        for (const { log } of [...route.rotated, route.current]) await log.handle.close();
      }
    }
  }

  /** Reads a file that nobody writes to any more, and commits that it is done. */
  async #readRotated(stretch: Stretch, intake: Intake, signal: AbortSignal): Promise<FilePosition> {
    const reader = await LogReader.open(stretch, intake, this.#form.create);
    await reader.readOn(signal);
    return this.#leave(reader, intake, signal);
  }

  async #readOnce(reader: LogReader, intake: Intake, signal: AbortSignal): Promise<void> {
    while (await reader.readOn(signal)) {
      const { ending } = reader;
      // A line that is half-written would be refused, and its other half too, once it is there.
      if (ending.kind === 'open' && !ending.whole) await pause(this.#timing.settleMs, signal);
    }
    if (!signal.aborted) await reader.takeEnding();
    if (!intake.empty) await intake.seal(await reader.position());
  }

  /** Follows until the file is no longer the one to read. Resolves to the position from which to look for the next. */
  async #follow(reader: LogReader, intake: Intake, signal: AbortSignal): Promise<FilePosition> {
    let replacedAt = 0;
    let keptAt = performance.now();
    let seen = '';
    let quiet = 0;
    for (;;) {
      // A look at a file that nobody writes to must cost next to nothing: this agent is a guest.
      const stamp = await stampOf(this.#path);
      const atRest = stamp !== '' && stamp === seen && intake.empty && reader.ahead === 0 && replacedAt === 0;
      if (atRest && !signal.aborted) {
        quiet += 1;
        await pause(this.#timing.pollMs * (quiet > QUIET_LOOKS ? SLOWER : 1), signal);
        continue;
      }
      seen = stamp;
      quiet = 0;
      if (await reader.changedBelow()) {
        if (!intake.empty) await intake.seal(reader.positionAsRead);
        return reader.positionAsRead;
      }
      if (await reader.readOn(signal)) replacedAt = 0;
      if (signal.aborted || intake.due) {
        if (!intake.empty) await intake.seal(await reader.position());
      }
      if (reader.ahead === 0 || !intake.empty) keptAt = performance.now();
      else if (
        reader.ahead >= IDLE_BYTES ||
        performance.now() - keptAt >= this.#timing.idleMs ||
        signal.aborted
      ) {
        await intake.seal(await reader.position());
      }
      if (signal.aborted) return reader.positionAsRead;
      if (await this.#isReplaced(reader)) {
        replacedAt ||= performance.now();
        if (performance.now() - replacedAt >= this.#timing.graceMs)
          return this.#leave(reader, intake, signal);
      }
      await pause(this.#timing.pollMs, signal);
    }
  }

  /** Another file has the name now. While none has it, the writer may still write to this one. */
  async #isReplaced(reader: LogReader): Promise<boolean> {
    const now = await openLog(this.#path);
    if (now === null) return false;
    await now.handle.close();
    return !isSameFile(now, reader.log);
  }

  async #leave(reader: LogReader, intake: Intake, signal: AbortSignal): Promise<FilePosition> {
    if (signal.aborted) {
      if (!intake.empty) await intake.seal(await reader.position());
      return reader.position();
    }
    await reader.takeEnding();
    const { mtimeMs } = await reader.log.handle.stat();
    const position = { ...(await reader.position()), finished: mtimeMs };
    await intake.seal(position);
    return position;
  }
}

/** What changes when a file is written to or another takes its name; '' when there is none. */
async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function filePosition(position: Position | null): FilePosition | null {
  if (position === null || position.kind === 'file') return position;
  throw new SourceError('the state directory has a position of another kind for this source');
}
