import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows assign by themselves, so that no connection gets one in between. */
const FIRST = 20_000;
const COUNT = 10_000;

/** Processes begin at different ports: neighbors in a run have neighboring ids. */
let next = (process.pid * 37) % COUNT;

/**
 * A port of this machine that nothing listens on, for a server that a test starts later or more than once. It is reserved until this
 * process ends: no other process of any run gets it, even while nothing listens.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error('no free port');
}

/** The UDP port of the same number is the reservation. The system ends it with the process, even if killed. */
function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port, '127.0.0.1');
  if (!(await listening)) return false;
  server.close();
  await once(server, 'close');
  return true;
}
