import { parentPort, workerData } from 'node:worker_threads';
import { problemOf, readDirectory } from '@scout/directory';
import { reachOf } from './reach.ts';
import type { ThreadMessage, ThreadOrder } from './readInThread.ts';

// Entry point of the thread of readInThread.ts.
const tell = (message: ThreadMessage) => parentPort!.postMessage(message);

try {
  const { networks, ...order } = workerData as ThreadOrder;
  tell({ result: await readDirectory(order, reachOf(networks)) });
} catch (error) {
  const { message, isSignIn } = problemOf(error);
  tell({ problem: { message, isSignIn } });
}
