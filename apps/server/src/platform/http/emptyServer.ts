import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds in which an open connection can send one more request; it closes after the response. */
const LAST_REQUEST_MS = 5_000;
/** Further milliseconds for pending responses. */
const LAST_ANSWER_MS = 10_000;
const LOOK_MS = 50;

/**
 * Stops listening and resolves when all connections are closed, or after a timeout. Closing idle connections immediately would
 * hit requests in transit, so only those idle for some time are closed. Responses must carry `Connection: close` meanwhile.
 */
export async function emptyServer(server: Server): Promise<void> {
  // In node:http the same method also closes idle connections.
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
