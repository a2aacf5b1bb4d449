import { stat } from 'node:fs/promises';
import { pause } from '../../runtime/signal.ts';
import type { Intake } from '../../spool/intake.ts';
import type { FilePosition, Position } from '../../spool/position.ts';
import { createExtractor } from '../formats/extractor.ts';
import { type EventKind, type ReadOptions, type Source, SourceError } from '../source.ts';
import { type FileSegment, locate } from './locate.ts';
import { type CreateExtractor, LogReader } from './logReader.ts';
import { isSameFile, openLog } from './openLog.ts';

export interface FileTiming {
  /** Polling interval of a followed file, in milliseconds. */
  readonly pollMs: number;
  /** Time without changes after which an incomplete last line counts as final. */
  readonly settleMs: number;
  /** Time for which a renamed file is watched for late writes after another file has its name. */
  readonly graceMs: number;
  /** Interval of committing a position without new events. */
  readonly idleMs: number;
}

const TIMING: FileTiming = { pollMs: 250, settleMs: 2_000, graceMs: 2_000, idleMs: 60_000 };
/** After this many polls without a change, polling slows down by this factor. */
const QUIET_LOOKS = 20;
const SLOWER = 4;
const IDLE_BYTES = 4 * 1024 * 1024;

/** A log format and the prefix of its sources. */
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
          intake.notice(`${this.#path} does not exist yet: waiting for it`);
          intake.report('waiting', 'The file does not exist.');
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
        for (const segment of route.rotated) {
          position = await this.#readRotated(segment, intake, signal);
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

  /** Reads a rotated file to its end and commits that it is finished. */
  async #readRotated(segment: FileSegment, intake: Intake, signal: AbortSignal): Promise<FilePosition> {
    const reader = await LogReader.open(segment, intake, this.#form.create);
    await reader.readOn(signal);
    return this.#leave(reader, intake, signal);
  }

  async #readOnce(reader: LogReader, intake: Intake, signal: AbortSignal): Promise<void> {
    while (await reader.readOn(signal)) {
      const { ending } = reader;
      // A partial line would be refused, and later its other part too.
      if (ending.kind === 'open' && !ending.whole) await pause(this.#timing.settleMs, signal);
    }
    if (!signal.aborted) await reader.takeEnding();
    if (!intake.empty) await intake.seal(await reader.position());
  }

  /** Follows the file until it is replaced. Resolves to the position from which to find the next one. */
  async #follow(reader: LogReader, intake: Intake, signal: AbortSignal): Promise<FilePosition> {
    let replacedAt = 0;
    let keptAt = performance.now();
    let seen = '';
    let quiet = 0;
    for (;;) {
      // Polling an idle file must be nearly free: the agent shares the machine.
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

  /** True when another file has the name. While there is none, the writer may still write to this one. */
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

/** A value that changes when the file is written to or replaced; '' without a file. */
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
