import { availableParallelism } from 'node:os';
import { Refusal } from '../../../platform/http/refusal.ts';
import { GATE_LIMITS } from '../gate.ts';
import type { VersionedNaming } from '../naming.ts';
import { createUnpacker, expectedBytes } from '../unpack.ts';
import { createLocalReader, type Reader, type Reading, type ToRead } from './localReader.ts';
import { type Answer, readOf, type Task } from './messages.ts';
import { createThreads, type ThreadOptions, type Threads } from './threads.ts';

/** Cores for the main thread and for the database. */
const OTHER_CORES = 2;
/** Threads for reading on this machine: none with two cores, where another would only take the database's time. */
export const readingThreads = (cores = availableParallelism()): number =>
  Math.max(0, Math.min(GATE_LIMITS.working, cores - OTHER_CORES));

/**
 * For batches of ten events the way to a thread and back saved a fifth of the main thread's time and cost the server a third to a
 * half more. From about this size it costs nothing in all.
 */
const THREAD_FROM_BYTES = 64 * 1024;

export interface ReaderOptions extends ThreadOptions {
  /** Bytes of an unpacked body from which a thread reads it. */
  readonly fromBytes?: number;
}

export interface BatchReading extends Reading {
  /** With the settings, from which threads compile their own naming. */
  readonly named: VersionedNaming;
  readonly gone: AbortSignal;
}

/**
 * Reads batches in threads; without any in the calling thread, in slices. So are small batches, and those that are compared with
 * stored events: they are rare, and the comparison needs the database in the middle of reading.
 */
export function createReader({
  fromBytes = THREAD_FROM_BYTES,
  ...options
}: ReaderOptions): Reader<BatchReading> & AsyncDisposable {
  const unpacker = createUnpacker();
  const here = createLocalReader(unpacker);
  const threads = createThreads(options);
  return {
    read(batch, reading) {
      const isHere =
        options.threads === 0 ||
        reading.sentBefore !== undefined ||
        expectedBytes(batch.body, batch.encoding) < fromBytes;
      return isHere ? here.read(batch, reading) : readIn(threads, batch, reading);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([unpacker[Symbol.asyncDispose](), threads[Symbol.asyncDispose]()]);
    },
  };
}

async function readIn(threads: Threads, batch: ToRead, { gone, ...reading }: BatchReading) {
  gone.throwIfAborted();
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = (): void => void Atomics.store(flag, 0, 1);
  gone.addEventListener('abort', stop);
  let answer: Answer;
  try {
    answer = await threads.run(taskOf(batch, reading.named, flag));
  } finally {
    gone.removeEventListener('abort', stop);
  }
  reading.onUsed(answer.processorMs);
  for (const { error, line } of answer.faults) reading.onFault(error, line);
  gone.throwIfAborted();
  const { outcome } = answer;
  if ('read' in outcome) return readOf(outcome.read, batch);
  if ('failed' in outcome) throw outcome.failed;
  const { code, ...refusal } = outcome.refused;
  throw new Refusal(code, refusal);
}

function taskOf(batch: ToRead, { version, settings }: VersionedNaming, gone: Int32Array): Task {
  const { tenantId, agentId, batchId } = batch.identity;
  // A copy: the body as received is stored, and its memory may be part of a larger piece.
  const body = new Uint8Array(batch.body);
  return { ...batch, identity: { tenantId, agentId, batchId }, body, gone, version, settings };
}
