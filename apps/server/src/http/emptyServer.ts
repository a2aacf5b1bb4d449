import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds in which a connection that is open may send one request more; it ends with that request's answer. */
const LAST_REQUEST_MS = 5_000;
/** Milliseconds for the answers under way after that. */
const LAST_ANSWER_MS = 10_000;
const LOOK_MS = 50;

/**
 * Stops listening and resolves when no connection is open any more, or after a while. Closing an idle connection at once would meet
 * some of the requests that are on their way, so it is done to those alone that send nothing for a time. Answers have to say
 * `Connection: close` meanwhile.
 */
export async function emptyServer(server: Server): Promise<void> {
  // Of node:http the same method closes idle connections, too.
  NetServer.prototype.close.call(server);
  await untilEmpty(server, LAST_REQUEST_MS);
  server.closeIdleConnections();
  await untilEmpty(server, LAST_ANSWER_MS);
}

async function untilEmpty(server: Server, withinMs: number): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while ((await connectionsOf(server)) > 0 && performance.now() < giveUpAt) await pause(LOOK_MS);
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
