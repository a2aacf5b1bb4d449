import { join } from 'node:path';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { Coding } from '../runtime/coding.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import { Signal } from '../runtime/signal.ts';
import type { Acknowledgement } from '../transport/server.ts';
import { recordAcknowledgement, recordNotice } from './acknowledgements.ts';
import { codingOf, DamagedBatch, decodeBody, encodeBatch, halve, type SealedBatch } from './batchFile.ts';
import { Checkpoint } from './checkpoint.ts';
import { type Missing, recordGap } from './gaps.ts';
import type { Position } from './position.ts';
import {
  batchFileName,
  batchName,
  eventsOf,
  type SpooledBatch,
  scanBatches,
  sequenceOf,
  sizeOnDisk,
} from './scan.ts';

export interface SpoolOptions {
  readonly fs: DurableFs;
  /** The state directory, locked by the caller. */
  readonly folder: string;
  readonly limitBytes: number;
  /** `scout-batch` of the first batch ever, from the enrollment. */
  readonly firstBatch: number;
  /** Coding of new batches; by default gzip. */
  readonly coding?: () => Coding;
  readonly log: Log;
}

const DISK_RETRY_MS = 1_000;
/** Source of gaps caused by the spool itself. */
const SPOOL = 'spool';

/** Refuses every line of a batch for one reason. */
const refusalOf = ({ header }: SpooledBatch, code: string, message: string): Acknowledgement => ({
  accepted: 0,
  duplicates: 0,
  rejected: Array.from({ length: header.lines }, (_, index) => ({ line: index + 1, code, message })),
});

/**
 * The queue on disk between sources and server: `spool/<number>.batch`, each written atomically with its source's position, so
 * that an event is either before a stored position or is read again. Batches are sent in order and one at a time, with numbers
 * from the checkpoint; their bytes never change.
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
  /** Events that this process must deliver: found in the spool, or read since. */
  taken = 0;
  /** Batches quarantined since startup because of a damaged file. */
  damaged = 0;
  /** Fires when a batch was added or space was freed. */
  readonly changed = new Signal();

  private constructor(options: SpoolOptions, checkpoint: Checkpoint) {
    this.#options = options;
    this.#folder = join(options.folder, 'spool');
    this.#quarantine = join(options.folder, 'quarantine');
    this.checkpoint = checkpoint;
  }

  /** Opens the spool of a state directory and removes the remains of a crash. */
  static async open(options: SpoolOptions): Promise<Spool> {
    const { fs, folder, firstBatch, log } = options;
    // Names not synced by a killed agent are visible now and must become durable before anything relies on them.
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
    // The position in a damaged file is lost: unless a later batch has one, its events are read again.
    for (const { name, reason } of found.damaged) {
      await spool.gap(SPOOL, { reason: 'spool_corrupt', from: name, to: null, missing: null });
      await spool.#setAside(name, reason);
    }
    return spool;
  }

  /** Position for a source to resume from; null at its beginning. */
  position(source: string): Position | null {
    return this.#positions.get(source) ?? null;
  }

  /** Number of unacknowledged batches. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Number of waiting events, and the age of the oldest in seconds. */
  queue(now: number): { depth: number; waitingSeconds: number } {
    const oldest = this.#pending[0];
    return {
      depth: this.#pending.reduce((sum, { header }) => sum + header.lines, 0),
      waitingSeconds:
        oldest === undefined ? 0 : Math.max(0, (now - Date.parse(oldest.header.sealed_at)) / 1000),
    };
  }

  /** Events accepted since the creation of the state directory. */
  get eventsRead(): number {
    return this.#pending.reduce(
      (sum, { header }) => sum + eventsOf(header),
      this.checkpoint.state.totals.read,
    );
  }

  /**
   * Commits a batch and its position. Resolves when the previous batch is durable, so that one is compressed while another is
   * written; {@link settle} waits for the last. Waits while the spool is full, until `signal` aborts: then it rejects, and
   * neither this batch nor any later one was committed.
   */
  async append(batch: SealedBatch, signal: AbortSignal): Promise<void> {
    const previous = this.#committing;
    const encoding = encodeBatch(batch, new Date(), this.#options.coding?.() ?? 'gzip');
    this.#committing = previous.then(async () => {
      const { header, parts } = await encoding;
      const bytes = sizeOnDisk(parts.reduce((sum, part) => sum + part.length, 0));
      await this.#waitForSpace(batch.source, bytes, signal);
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

  /** The next batch to send. */
  get oldest(): SpooledBatch | null {
    return this.#pending[0] ?? null;
  }

  /** `scout-batch` of {@link oldest}: always on disk, or derived from stored numbers. */
  get batchNumber(): number {
    return this.checkpoint.state.next_batch;
  }

  /** The bytes to send for {@link oldest}. Null for a damaged file: it is then quarantined and the next batch is the oldest. */
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

  /** Marks {@link oldest} as stored by the server, or with permanently refused lines. Its file is removed once that is on disk. */
  acknowledge(batch: SpooledBatch, outcome: Acknowledgement): void {
    this.#finish(batch, this.batchNumber, outcome);
  }

  /** Completes a batch with nothing to send because all its events were refused here. It uses no number. */
  pass(batch: SpooledBatch): void {
    this.#finish(batch, null, { accepted: 0, duplicates: 0, rejected: [] });
  }

  /**
   * Sends {@link oldest} and all later batches with new numbers. On disk before it resolves: if a new number were used and then
   * forgotten, the batch would be sent again with a third one.
   */
  async renumber(nextBatch: number): Promise<void> {
    this.checkpoint.update((state) => {
      state.next_batch = nextBatch;
    });
    await this.checkpoint.flush();
  }

  /**
   * Replaces {@link oldest}, which is too large for the server, by its two halves. A single line that is too large is quarantined
   * and counted as rejected.
   */
  async split(batch: SpooledBatch, body: Buffer, signal: AbortSignal): Promise<void> {
    const halves = await halve(batch.header, body);
    if (halves === null) {
      const message = 'The server refuses this event as too large.';
      await this.#setAside(batch.name, message);
      this.#finish(batch, null, refusalOf(batch, 'body_too_large', message));
      return;
    }
    const parts: SpooledBatch[] = [];
    for (const [index, half] of halves.entries()) {
      const name = `${batch.name}${'ab'[index]}`;
      const sealedAt = new Date(batch.header.sealed_at);
      const { header, parts: bytes } = await encodeBatch(half, sealedAt, codingOf(batch.header));
      await this.#write(name, bytes, signal);
      parts.push({ name, header, bytes: sizeOnDisk(bytes.reduce((sum, part) => sum + part.length, 0)) });
    }
    // Until the whole is durably removed, the whole counts (scan.ts).
    await this.#options.fs.remove(join(this.#folder, batchFileName(batch.name)));
    await this.#options.fs.syncDirectory(this.#folder);
    this.#pending.splice(0, 1, ...parts);
    this.#bytes += parts.reduce((sum, { bytes }) => sum + bytes, -batch.bytes);
  }

  /** Stores a sentence for people, in the log and in `status`. */
  notice(message: string): void {
    this.#options.log.warn(message);
    this.checkpoint.update((state) => recordNotice(state, message, new Date()));
  }

  /**
   * Stores a gap until the server acknowledges it. Durable when it resolves: a source commits the position after a gap only then,
   * so that no crash hides it. A known gap is not reported again.
   */
  async gap(source: string, missing: Missing): Promise<void> {
    let isNew = false;
    this.checkpoint.update((state) => {
      isNew = recordGap(state, source, missing, new Date());
    });
    if (isNew) await this.checkpoint.flush();
  }

  /** Waits until everything appended and acknowledged is on disk. */
  async flush(): Promise<void> {
    await this.settle().catch(() => {});
    await this.checkpoint.flush();
    await this.#removing;
  }

  async #waitForSpace(source: string, bytes: number, signal: AbortSignal): Promise<void> {
    // An empty spool accepts any batch, so that a limit below one batch cannot block the agent forever.
    const full = (): boolean => this.#pending.length > 0 && this.#bytes + bytes > this.#options.limitBytes;
    if (full()) {
      this.#options.log.warn('the spool is full: reading pauses until the server accepts events');
      await this.#waitsFor(source);
    }
    while (full()) {
      signal.throwIfAborted();
      await this.changed.wait(signal);
    }
  }

  /** Nothing is missing yet, but the source may drop events while reading waits. Recorded once per wait. */
  async #waitsFor(source: string): Promise<void> {
    await this.gap(source, { reason: 'spool_full', from: null, to: null, missing: 0 });
  }

  async #write(name: string, parts: readonly Uint8Array[], signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await atomicWrite(this.#options.fs, this.#folder, batchFileName(name), parts);
      } catch (error) {
        this.#options.log.error(`cannot write to the spool, reading pauses: ${(error as Error).message}`);
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

  /** One change of the checkpoint: the batch's outcome, its source's position, the next number. */
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
    // A file that cannot be removed now is below `acknowledged` and is removed at the next start.
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
