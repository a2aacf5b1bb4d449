import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { DatabaseContext } from '../../database/open.ts';
import { Refusal } from '../../http/refusal.ts';
import type { TrialInput, TrialName, TrialResult } from './trials.ts';

export interface TrialData {
  readonly databaseUrl: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly name: TrialName;
  readonly input: unknown;
}

/** The name by which the database knows the connections of trials. */
export const TRIAL_CONNECTION = 'scout trial';

/**
 * Messages of a thread: first its connection's process in the database, at last its end. An error loses its code between threads, so
 * the code is sent beside it.
 */
export type TrialMessage =
  | { readonly pid: number }
  | { readonly result: unknown }
  | { readonly error: { readonly message: string; readonly stack?: string; readonly code?: string } };

export interface TrialOptions {
  /** Aborted when nobody waits for the result: the thread ends, and its connection with it. */
  readonly gone: AbortSignal;
  /** Heap of the thread in MB. */
  readonly memoryMb?: number;
}

const MEMORY_MB = 1_024;
/** Shorter than the database lets the transaction of the call wait. */
const LONGEST_MS = 50_000;

/**
 * Runs a trial in a separate thread with its own connection: it computes for seconds, and this thread keeps serving requests.
 * Calls that do so are declared with `trial` in the contract, and wait in a queue of their own.
 * @throws Refusal trial_too_large when it does not fit in its memory, unavailable when it takes too long; the reason of `gone`
 */
export async function runTrial<N extends TrialName>(
  { database }: { readonly database: Pick<DatabaseContext, 'url' | 'pool'> },
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  name: N,
  input: TrialInput<N>,
  { gone, memoryMb = MEMORY_MB }: TrialOptions,
): Promise<TrialResult<N>> {
  gone.throwIfAborted();
  const workerData: TrialData = { databaseUrl: database.url, tenantId, userId, name, input };
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    name: 'trial',
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<TrialResult<N>>();
  let pid: number | undefined;
  worker.on('message', (message: TrialMessage) => {
    if ('pid' in message) pid = message.pid;
    else if ('result' in message) resolve(message.result as TrialResult<N>);
    else reject(Object.assign(new Error(message.error.message), message.error));
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('trial_too_large') : error),
  );
  worker.once('exit', () => reject(new Error('The thread of a trial ended without a result')));
  const end = () => reject(gone.reason);
  gone.addEventListener('abort', end);
  const timer = setTimeout(() => reject(tooLong()), LONGEST_MS);
  try {
    return await promise;
  } catch (error) {
    await worker.terminate();
    if (pid !== undefined) await endConnection(database.pool, pid);
    throw error;
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', end);
    await worker.terminate();
  }
}

/** Ends what a thread's connection is still doing: the database notices an ended client only when it next writes to it. */
async function endConnection(pool: pg.Pool, pid: number): Promise<void> {
  await pool
    .query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid = $1 AND application_name = $2 AND usename = current_user`,
      [pid, TRIAL_CONNECTION],
    )
    .catch(() => {
      // Without a connection to say so, the statement's timeout ends it.
    });
}

const tooLong = () =>
  new Refusal('unavailable', {
    message: 'The server is too busy to compare this much activity. Please try again later.',
    retryAfter: 60,
  });
