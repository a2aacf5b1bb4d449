import { Worker } from 'node:worker_threads';
import { limits } from '@scout/contract';
import { DirectoryProblem, type ReadOrder, type ReadResult } from '@scout/directory';

/** A directory to read, and the networks that are permitted besides public addresses. */
export type ThreadOrder = ReadOrder & { readonly networks: readonly string[] };

export type ThreadMessage =
  | { readonly result: ReadResult }
  | { readonly problem: { readonly message: string; readonly isSignIn: boolean } };

const MEMORY_MB = 1_024;

/**
 * Reads a directory in a thread of its own: this one keeps serving requests, and whatever a controller sends ends at most that thread.
 * @param stop aborted when nobody waits for the result
 * @throws DirectoryProblem, or the reason of `stop`
 */
export async function readInThread(
  order: ThreadOrder,
  stop: AbortSignal,
  { memoryMb = MEMORY_MB, longestMs = limits.directories.seconds * 1_000 } = {},
): Promise<ReadResult> {
  stop.throwIfAborted();
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    name: 'directory',
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ReadResult>();
  const fail = (message: string) => reject(new DirectoryProblem(message));
  worker.on('message', (message: ThreadMessage) => {
    if ('result' in message) resolve(message.result);
    else reject(new DirectoryProblem(message.problem.message, { isSignIn: message.problem.isSignIn }));
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'The directory is larger than Scout reads. Narrow the base or the filter.'
        : 'The response of the controller could not be read.',
    ),
  );
  worker.on('exit', () => fail('The response of the controller could not be read.'));
  const end = () => reject(stop.reason);
  stop.addEventListener('abort', end);
  const timer = setTimeout(
    () => fail(`The directory was not read within ${Math.round(longestMs / 60_000)} minutes.`),
    longestMs,
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
    await worker.terminate();
  }
}
