import type { AgentSource } from '@scout/contract';
import { limits } from '@scout/contract/limits';
import { redactLine } from '@scout/detection/redaction/line';
import type { RefusedEvent, SealedBatch } from './batchFile.ts';
import type { Missing } from './gaps.ts';
import type { Position } from './position.ts';
import type { Spool } from './spool.ts';

const BATCH_EVENTS = 1_000;
/** One line of maximum length with its line feed fits. */
const BATCH_BYTES = limits.ingest.lineBytes + 1;

/** Result of parsing a piece of a log: a line to send, an event to refuse, both in that order, or neither. */
export interface ParseResult {
  readonly line: string | Uint8Array | null;
  readonly refused: RefusedEvent | null;
}

/** Maximum delay of a batch that is not full, in milliseconds. */
export interface FlushDelay {
  readonly usualMs: number;
  /** Used while many batches wait, to make fewer and larger ones. */
  readonly behindMs: number;
}

const FLUSH_DELAY: FlushDelay = { usualMs: 1_000, behindMs: 30_000 };
const BEHIND_BATCHES = 8;
const LINE_FEED = 0x0a;

/**
 * Collects one source's events into batches. The source adds events in order and, when {@link add} returns false (full) or {@link
 * due} is true, seals the batch with its position, which must be after the last added event.
 */
export class Intake {
  readonly #spool: Spool;
  readonly #source: string;
  readonly #signal: AbortSignal;
  readonly #flushDelay: FlushDelay;
  #content = Buffer.allocUnsafe(BATCH_BYTES);
  /** Alternates with `#content`: the spool has finished with one batch when it accepts the next. */
  #spare = Buffer.allocUnsafe(BATCH_BYTES);
  #used = 0;
  #lines = 0;
  #refused: RefusedEvent[] = [];
  #since = 0;
  readonly #report: (state: AgentSource['state'], message: string | null) => void;

  /** `signal` stops waiting for space in the spool; `report` is called with the state of the source. */
  constructor(
    spool: Spool,
    source: string,
    signal: AbortSignal,
    flushDelay: FlushDelay = FLUSH_DELAY,
    report: (state: AgentSource['state'], message: string | null) => void = () => {},
  ) {
    this.#report = report;
    this.#spool = spool;
    this.#source = source;
    this.#signal = signal;
    this.#flushDelay = flushDelay;
  }

  /** Position to resume from; null at the beginning. */
  get position(): Position | null {
    return this.#spool.position(this.#source);
  }

  /**
   * Adds an event, completely or not at all, with secrets in command lines redacted, because spooled data can be read from disk.
   * False when the batch has no space: seal, then add it again.
   */
  add({ line: read, refused }: ParseResult): boolean {
    if (this.#lines + this.#refused.length >= BATCH_EVENTS) return false;
    // A line above the limit is neither stored nor parsed.
    const line = read === null || read.length > limits.ingest.lineBytes ? read : redactLine(read);
    const bytes = line === null ? 0 : typeof line === 'string' ? Buffer.byteLength(line) : line.length;
    if (bytes > limits.ingest.lineBytes) {
      this.#refused.push({ code: 'line_too_long', message: `An event of ${bytes} bytes is too long.` });
    } else if (line !== null) {
      if (this.#used + bytes + 1 > BATCH_BYTES) return false;
      if (typeof line === 'string') this.#content.write(line, this.#used);
      else this.#content.set(line, this.#used);
      this.#content[this.#used + bytes] = LINE_FEED;
      this.#used += bytes + 1;
      this.#lines += 1;
    }
    if (refused !== null) this.#refused.push(refused);
    if (this.#since === 0) this.#since = performance.now();
    return true;
  }

  /** True when events have waited long enough for their batch to fill up. */
  get due(): boolean {
    const { usualMs, behindMs } = this.#flushDelay;
    const patience = this.#spool.waiting < BEHIND_BATCHES ? usualMs : behindMs;
    return this.#since !== 0 && performance.now() - this.#since >= patience;
  }

  get empty(): boolean {
    return this.#lines === 0 && this.#refused.length === 0;
  }

  /** Passes the batch to the spool with `position`; an empty one only moves the position. */
  async seal(position: Position): Promise<void> {
    const batch: SealedBatch = {
      source: this.#source,
      position,
      content: this.#content.subarray(0, this.#used),
      lines: this.#lines,
      refused: this.#refused,
    };
    [this.#content, this.#spare] = [this.#spare, this.#content];
    this.#used = 0;
    this.#lines = 0;
    this.#refused = [];
    this.#since = 0;
    await this.#spool.append(batch, this.#signal);
  }

  notice(message: string): void {
    this.#spool.notice(message);
  }

  /** Records missing events. Durable when it resolves, and thus before any later position. */
  async gap(missing: Missing, message: string): Promise<void> {
    this.notice(`${this.#source}: ${message}`);
    await this.#spool.gap(this.#source, missing);
  }

  /** Reports the state of the source. */
  report(state: AgentSource['state'], message: string | null = null): void {
    this.#report(state, message);
  }
}
