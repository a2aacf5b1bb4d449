import { Worker } from 'node:worker_threads';
import type { Role } from '@scout/contract';
import type pg from 'pg';
import type { DatabaseContext } from '../../../../platform/database/open.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import type { TrialInput, TrialName, TrialResult } from './trials.ts';

/** A message to a thread: the trial to run. */
export interface TrialOrder {
  readonly tenantId: string;
  readonly userId: string;
  /** Of the member; an owner of accounts sees only theirs. */
  readonly role?: Role | undefined;
  readonly name: TrialName;
  readonly input: unknown;
}

/** The name by which the database knows the connections of trials. */
export const TRIAL_CONNECTION = 'scout trial';

/**
 * Messages of a thread: first its connection's process in the database, at last the end of the trial. An error loses its code between
 * threads, so the code is sent beside it.
 */
export type TrialMessage =
  | { readonly pid: number }
  | { readonly result: unknown; readonly heapBytes: number }
  | { readonly error: { readonly message: string; readonly stack?: string; readonly code?: string } };

type Tried = Pick<TrialOrder, 'tenantId' | 'userId' | 'role'>;

/** Threads for trials: see {@link createTrialThreads}. */
export interface TrialThreads {
  /**
   * Runs a trial. Calls that do so are declared with `trial` in the contract, and wait in a queue of their own.
   * @param gone aborted when nobody waits for the result: the thread ends, and its connection with it
   * @throws Refusal trial_too_large when it does not fit in its memory, unavailable when it takes too long; the reason of `gone`
   */
  run<N extends TrialName>(
    member: Tried,
    name: N,
    input: TrialInput<N>,
    gone: AbortSignal,
  ): Promise<TrialResult<N>>;
  /** Ends the threads that wait for a trial. */
  close(): Promise<void>;
}

const MEMORY_MB = 1_024;
/** Shorter than the database lets the transaction of the call wait. */
const LONGEST_MS = 50_000;
/** Maximum heap, with its garbage, of a thread that waits for another trial. */
const RESTING_HEAP = 128 * 1024 * 1024;
const REST_MS = 30_000;

/**
 * Trials run in separate threads, each with its own connection: they compute for seconds, and this thread keeps serving requests.
 * A thread waits a while for the next trial, since its start takes longer than most trials.
 * @param options heap of a thread in MB; milliseconds that it waits
 */
export function createTrialThreads(
  database: Pick<DatabaseContext, 'url' | 'pool'>,
  { memoryMb = MEMORY_MB, restMs = REST_MS } = {},
): TrialThreads {
  const resting = new Map<Worker, NodeJS.Timeout>();

  function start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'trial',
      workerData: database.url,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    worker.on('exit', () => awake(worker));
    // An error without a listener would end this process.
    worker.on('error', () => {});
    return worker;
  }

  function awake(worker: Worker): void {
    clearTimeout(resting.get(worker));
    resting.delete(worker);
  }

  function take(): Worker {
    const [worker] = resting.keys();
    if (worker === undefined) return start();
    awake(worker);
    worker.ref();
    return worker;
  }

  function rest(worker: Worker): void {
    worker.unref();
    resting.set(worker, setTimeout(() => void worker.terminate(), restMs).unref());
  }

  return {
    async run<N extends TrialName>(
      { tenantId, userId, role }: Tried,
      name: N,
      input: TrialInput<N>,
      gone: AbortSignal,
    ) {
      gone.throwIfAborted();
      const worker = take();
      const { promise, resolve, reject } = Promise.withResolvers<TrialResult<N>>();
      let pid: number | undefined;
      let heapBytes = 0;
      const hear = (message: TrialMessage): void => {
        if ('pid' in message) pid = message.pid;
        else if ('result' in message) {
          ({ heapBytes } = message);
          resolve(message.result as TrialResult<N>);
        } else reject(Object.assign(new Error(message.error.message), message.error));
      };
      const fail = (error: NodeJS.ErrnoException): void =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('trial_too_large') : error);
      const exit = (): void => reject(new Error('The thread of a trial ended without a result'));
      const end = (): void => reject(gone.reason);
      worker.on('message', hear).on('error', fail).on('exit', exit);
      gone.addEventListener('abort', end);
      const timer = setTimeout(() => reject(tooLong()), LONGEST_MS);
      try {
        worker.postMessage({ tenantId, userId, role, name, input } satisfies TrialOrder);
        const result = await promise;
        if (heapBytes <= RESTING_HEAP) rest(worker);
        else await worker.terminate();
        return result;
      } catch (error) {
        await worker.terminate();
        if (pid !== undefined) await endConnection(database.pool, pid);
        throw error;
      } finally {
        clearTimeout(timer);
        gone.removeEventListener('abort', end);
        worker.off('message', hear).off('error', fail).off('exit', exit);
      }
    },
    async close() {
      await Promise.all([...resting.keys()].map((worker) => worker.terminate()));
    },
  };
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
