import { type Transferable, Worker } from 'node:worker_threads';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type Answer, type Answered, memoryOf, type Task } from './messages.ts';

export interface ThreadOptions {
  /** Maximum number. */
  readonly threads: number;
  /** Program of a thread instead of `thread.ts`. */
  readonly program?: URL;
  /** Milliseconds after which a thread without a batch ends. */
  readonly restMs?: number;
}

/** Threads for reading: see {@link createThreads}. */
export interface Threads extends AsyncDisposable {
  /** @throws Refusal `unavailable` when the thread ends before its answer */
  run(task: Task): Promise<Answer>;
  /** Number of those that take batches. */
  readonly running: number;
}

/** Heap of a thread: four of the largest bodies at once, of hostile lines, fit in less than 192. */
const MEMORY_MB = 512;
/** A start takes 0.1 to 0.4 s of processor time, and what is remembered of earlier events ends with a thread. */
const REST_MS = 60_000;

interface Thread {
  readonly worker: Worker;
  /** Batches that it reads, by number. */
  readonly batches: Map<number, PromiseWithResolvers<Answer>>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Threads are started by batches and end without them. A batch is given to a thread at once, and has turns with the others of that
 * thread; a queue in front of the threads would have none. Whatever ends a thread ends its batches alone.
 */
export function createThreads({
  threads: most,
  program = new URL('./thread.ts', import.meta.url),
  restMs = REST_MS,
}: ThreadOptions): Threads {
  const threads = new Set<Thread>();
  let isClosed = false;
  let number = 0;

  function start(): Thread {
    const worker = new Worker(program, {
      name: 'ingest',
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const thread: Thread = { worker, batches: new Map(), timer: undefined };
    const end = (cause: Error): void => {
      clearTimeout(thread.timer);
      threads.delete(thread);
      for (const batch of thread.batches.values())
        batch.reject(new Refusal('unavailable', { retryAfter: 2, cause }));
      thread.batches.clear();
    };
    worker.on('message', ({ batch, answer }: Answered) => {
      thread.batches.get(batch)?.resolve(answer);
      thread.batches.delete(batch);
      if (thread.batches.size > 0) return;
      worker.unref();
      thread.timer = setTimeout(() => retire(thread), restMs).unref();
    });
    worker.on('error', end);
    worker.on('exit', () => end(new Error('A thread that reads batches has ended')));
    threads.add(thread);
    return thread;
  }

  function retire(thread: Thread): void {
    threads.delete(thread);
    void thread.worker.terminate();
  }

  /** One without a batch, a new one, or the one with the fewest. */
  function choose(): Thread {
    const [first, ...others] = threads;
    if (first === undefined) return start();
    const least = others.reduce((a, b) => (b.batches.size < a.batches.size ? b : a), first);
    return least.batches.size > 0 && threads.size < most ? start() : least;
  }

  return {
    get running() {
      return threads.size;
    },
    run(task) {
      if (isClosed) return Promise.reject(new Refusal('unavailable', { retryAfter: 2 }));
      const thread = choose();
      clearTimeout(thread.timer);
      thread.worker.ref();
      const batch = number++;
      const settled = Promise.withResolvers<Answer>();
      thread.batches.set(batch, settled);
      thread.worker.postMessage({ batch, task }, memoryOf([task.body]) as Transferable[]);
      return settled.promise;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}
