import { join } from 'node:path';
import type { Log } from '../service/log.ts';
import { Signal } from '../service/signal.ts';
import type { Position } from '../sources/position.ts';
import { recordAcknowledgement, recordNotice } from './account.ts';
import { atomicWrite } from './atomicWrite.ts';
import { DamagedBatch, decodeBody, encodeBatch, halve, type SealedBatch } from './batchFile.ts';
import { Checkpoint } from './checkpoint.ts';
import type { DurableFs } from './durableFs.ts';
import { type Missing, recordGap } from './gaps.ts';
import {
  batchFileName,
  batchName,
  eventsOf,
  type SpooledBatch,
  scanBatches,
  sequenceOf,
  sizeOnDisk,
} from './scan.ts';

/** What became of a batch's lines. */
export interface Acknowledgement {
  readonly accepted: number;
  readonly duplicates: number;
  /** `line` counts from 1. */
  readonly rejected: readonly { line: number; code: string; message: string }[];
}

export interface SpoolOptions {
  readonly fs: DurableFs;
  /** The state directory, locked by the caller. */
  readonly folder: string;
  readonly limitBytes: number;
  /** `scout-batch` of the first batch ever, from the enrolment. */
  readonly firstBatch: number;
  readonly log: Log;
}

const DISK_RETRY_MS = 1_000;
/** The source of gaps that are the spool's own. */
const SPOOL = 'spool';

/** Every line of a batch refused for one reason. */
const refusalOf = ({ header }: SpooledBatch, code: string, message: string): Acknowledgement => ({
  accepted: 0,
  duplicates: 0,
  rejected: Array.from({ length: header.lines }, (_, index) => ({ line: index + 1, code, message })),
});

/**
 * The queue between sources and server, on disk: `spool/<number>.batch`, each written in one atomic step together with
 * its source's position after it, so that an event is either behind a position that is kept or is read again. Batches
 * are sent in order and one at a time, under numbers that follow from the checkpoint; their bytes never change.
 */
export class Spool {
  readonly #options: SpoolOptions;
  readonly #folder: string;
  readonly #quarantine: string;
  readonly checkpoint: Checkpoint;
  readonly #positions = new Map<string, Position>();
  #pending: SpooledBatch[] = [];
  #nextSequence = 1;
  #bytes = 0;
  #committing: Promise<void> = Promise.resolve();
  #removing: Promise<void> = Promise.resolve();
  /** Events that are this process's to deliver: found in the spool, or read since. */
  taken = 0;
  /** Batches that were set aside since the start, because their file was damaged. */
  damaged = 0;
  /** Fires when a batch came in or room was made. */
  readonly changed = new Signal();

  private constructor(options: SpoolOptions, checkpoint: Checkpoint) {
    this.#options = options;
    this.#folder = join(options.folder, 'spool');
    this.#quarantine = join(options.folder, 'quarantine');
    this.checkpoint = checkpoint;
  }

  /** Opens the spool of a state directory and clears away what a crash left. */
  static async open(options: SpoolOptions): Promise<Spool> {
    const { fs, folder, firstBatch, log } = options;
    // What a killed agent had not yet forced to disk is seen now, and must not be acted on before it is there for good.
    await fs.syncDirectory(folder);
    const spool = new Spool(options, await Checkpoint.open(fs, folder, firstBatch, log));
    await fs.makeDirectory(spool.#folder);
    await fs.makeDirectory(spool.#quarantine);
    await fs.syncDirectory(spool.#folder);
    const { acknowledged, positions } = spool.checkpoint.state;
    const found = await scanBatches(fs, spool.#folder, acknowledged);
    for (const file of found.leftovers) await fs.remove(join(spool.#folder, file));
    spool.#nextSequence = 1 + Math.max(found.lastSequence, sequenceOf(acknowledged));
    for (const [source, position] of Object.entries(positions)) spool.#positions.set(source, position);
    for (const batch of found.batches) spool.#enqueue(batch);
    // The position that stood in a damaged file is lost with it: where no later one stands, its events are read again.
    for (const { name, reason } of found.damaged) {
      await spool.gap(SPOOL, { reason: 'spool_corrupt', from: name, to: null, missing: null });
      await spool.#setAside(name, reason);
    }
    return spool;
  }

  /** Where a source goes on; null at its beginning. */
  position(source: string): Position | null {
    return this.#positions.get(source) ?? null;
  }

  /** Batches that wait to be acknowledged. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Events that wait, and for how long the oldest has, in seconds. */
  queue(now: number): { depth: number; lagSeconds: number } {
    const oldest = this.#pending[0];
    return {
      depth: this.#pending.reduce((sum, { header }) => sum + header.lines, 0),
      lagSeconds: oldest === undefined ? 0 : Math.max(0, (now - Date.parse(oldest.header.sealed_at)) / 1000),
    };
  }

  /** Events taken since the state directory was made. */
  get eventsRead(): number {
    return this.#pending.reduce(
      (sum, { header }) => sum + eventsOf(header),
      this.checkpoint.state.totals.read,
    );
  }

  /**
   * Commits a batch and its position. Resolves when the batch before it is durable, so that one is packed while another
   * is written; {@link settle} waits for the last. Waits while the spool is full, until `signal` aborts: then it rejects,
   * and neither this batch nor any after it was committed.
   */
  async append(batch: SealedBatch, signal: AbortSignal): Promise<void> {
    const previous = this.#committing;
    const encoding = encodeBatch(batch, new Date());
    this.#committing = previous.then(async () => {
      const { header, parts } = await encoding;
      const bytes = sizeOnDisk(parts.reduce((sum, part) => sum + part.length, 0));
      await this.#waitForRoom(batch.source, bytes, signal);
      const name = batchName(this.#nextSequence);
      await this.#write(name, parts, signal);
      this.#nextSequence += 1;
      this.#enqueue({ name, header, bytes });
    });
    // Awaited by the next append and by settle.
    this.#committing.catch(() => {});
    await previous;
  }

  /** Resolves when every appended batch is durable. */
  settle(): Promise<void> {
    return this.#committing;
  }

  /** The batch to send next. */
  get oldest(): SpooledBatch | null {
    return this.#pending[0] ?? null;
  }

  /** `scout-batch` of {@link oldest}: always on disk, or following from what is. */
  get batchNumber(): number {
    return this.checkpoint.state.next_batch;
  }

  /** The bytes to send for {@link oldest}. Null when its file is damaged: it is then set aside and another is oldest. */
  async body(batch: SpooledBatch): Promise<Buffer<ArrayBuffer> | null> {
    try {
      return decodeBody(await this.#options.fs.readFile(join(this.#folder, batchFileName(batch.name))));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!(error instanceof DamagedBatch) && code !== 'ENOENT') throw error;
      const { lines } = batch.header;
      await this.gap(batch.header.source, {
        reason: 'spool_corrupt',
        from: batch.name,
        to: null,
        missing: lines,
      });
      await this.#setAside(batch.name, (error as Error).message);
      this.#finish(batch, null, refusalOf(batch, 'spool_file_damaged', 'Its spool file was damaged.'));
      return null;
    }
  }

  /** The server has {@link oldest}, or has refused lines of it for good. Its file goes once that is on disk. */
  acknowledge(batch: SpooledBatch, outcome: Acknowledgement): void {
    this.#finish(batch, this.batchNumber, outcome);
  }

  /** A batch of which the server needs nothing: all its events were refused here. It uses no number. */
  pass(batch: SpooledBatch): void {
    this.#finish(batch, null, { accepted: 0, duplicates: 0, rejected: [] });
  }

  /**
   * Sends {@link oldest} and all after it under new numbers. On disk before it resolves: were the new number used and
   * then forgotten, the batch would be sent a second time under a third.
   */
  async renumber(nextBatch: number): Promise<void> {
    this.checkpoint.update((state) => {
      state.next_batch = nextBatch;
    });
    await this.checkpoint.flush();
  }

  /**
   * Replaces {@link oldest}, which the server will not take for its size, by its two halves. A single line that is too
   * large is set aside and counted as rejected.
   */
  async split(batch: SpooledBatch, body: Buffer, signal: AbortSignal): Promise<void> {
    const halves = await halve(batch.header, body);
    if (halves === null) {
      const message = 'The server refuses this event for its size.';
      await this.#setAside(batch.name, message);
      this.#finish(batch, null, refusalOf(batch, 'body_too_large', message));
      return;
    }
    const parts: SpooledBatch[] = [];
    for (const [index, half] of halves.entries()) {
      const name = `${batch.name}${'ab'[index]}`;
      const { header, parts: bytes } = await encodeBatch(half, new Date(batch.header.sealed_at));
      await this.#write(name, bytes, signal);
      parts.push({ name, header, bytes: sizeOnDisk(bytes.reduce((sum, part) => sum + part.length, 0)) });
    }
    // Until the whole is gone for good, the whole is what counts (scan.ts).
    await this.#options.fs.remove(join(this.#folder, batchFileName(batch.name)));
    await this.#options.fs.syncDirectory(this.#folder);
    this.#pending.splice(0, 1, ...parts);
    this.#bytes += parts.reduce((sum, { bytes }) => sum + bytes, -batch.bytes);
  }

  /** Keeps a sentence that a person should read, in the log and in `status`. */
  notice(message: string): void {
    this.#options.log.warn(message);
    this.checkpoint.update((state) => recordNotice(state, message, new Date()));
  }

  /**
   * Keeps a gap until the server has it. On disk when it resolves: a source commits the position after a gap only then, and so
   * no crash hides it. A gap that is known already is not told twice.
   */
  async gap(source: string, missing: Missing): Promise<void> {
    let isNew = false;
    this.checkpoint.update((state) => {
      isNew = recordGap(state, source, missing, new Date());
    });
    if (isNew) await this.checkpoint.flush();
  }

  /** Waits until what is appended and what is acknowledged is on disk. */
  async flush(): Promise<void> {
    await this.settle().catch(() => {});
    await this.checkpoint.flush();
    await this.#removing;
  }

  async #waitForRoom(source: string, bytes: number, signal: AbortSignal): Promise<void> {
    // An empty spool takes any batch: a limit below one batch must not stop the agent for ever.
    const full = (): boolean => this.#pending.length > 0 && this.#bytes + bytes > this.#options.limitBytes;
    if (full()) {
      this.#options.log.warn('the spool is full: reading waits until the server takes events');
      await this.#waitsFor(source);
    }
    while (full()) {
      signal.throwIfAborted();
      await this.changed.wait(signal);
    }
  }

  /** Nothing is missing while reading waits, but it may be, should the source not keep it for so long. Once for each stretch. */
  async #waitsFor(source: string): Promise<void> {
    await this.gap(source, { reason: 'spool_full', from: null, to: null, missing: 0 });
  }

  async #write(name: string, parts: readonly Uint8Array[], signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await atomicWrite(this.#options.fs, this.#folder, batchFileName(name), parts);
      } catch (error) {
        this.#options.log.error(`cannot write to the spool, reading waits: ${(error as Error).message}`);
        await this.changed.wait(signal, DISK_RETRY_MS);
        signal.throwIfAborted();
      }
    }
  }

  #enqueue(batch: SpooledBatch): void {
    this.#pending.push(batch);
    this.#bytes += batch.bytes;
    this.taken += eventsOf(batch.header);
    if (batch.header.position !== null) this.#positions.set(batch.header.source, batch.header.position);
    this.changed.fire();
  }

  /** One change of the books: what became of the batch, where its source stands, which number is next. */
  #finish(batch: SpooledBatch, number: number | null, outcome: Acknowledgement): void {
    const { name, header, bytes } = batch;
    this.#pending.shift();
    this.checkpoint.update((state) => {
      recordAcknowledgement(state, header, number, outcome, new Date());
      state.acknowledged = name;
      if (number !== null) state.next_batch = number + 1;
      if (header.position !== null) state.positions[header.source] = header.position;
    });
    const removed = Promise.all([this.#removing, this.checkpoint.flush()]).then(async () => {
      await this.#options.fs.remove(join(this.#folder, batchFileName(name)));
      this.#bytes -= bytes;
      this.changed.fire();
    });
    // A file that cannot be removed now is below `acknowledged` and goes at the next start.
    this.#removing = removed.catch((error: Error) => this.#options.log.warn(error.message));
  }

  async #setAside(name: string, reason: string): Promise<void> {
    const kept = `${name}-${Date.now()}.batch`;
    const { fs } = this.#options;
    await fs
      .rename(join(this.#folder, batchFileName(name)), join(this.#quarantine, kept))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    this.damaged += 1;
    this.notice(`spool file ${name} was not sent and is kept as quarantine/${kept}: ${reason}`);
  }
}
