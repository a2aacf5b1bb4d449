import { parentPort, workerData } from 'node:worker_threads';
import { problemOf } from './problems.ts';
import { type ReadOrder, readDirectory } from './readDirectory.ts';
import type { ThreadMessage } from './readInThread.ts';

// Entry point of the thread of readInThread.ts.
const tell = (message: ThreadMessage) => parentPort!.postMessage(message);

try {
  tell({ result: await readDirectory(workerData as ReadOrder) });
} catch (error) {
  const { message, isSignIn } = problemOf(error);
  tell({ problem: { message, isSignIn } });
}
