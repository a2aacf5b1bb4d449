import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A local TCP proxy whose target can disappear as in a failover: without notice to connected clients. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections stay open without any response, and the target loses them; new ones are accepted without a response. */
  vanish(): void;
  /** New connections reach the target. Earlier ones stay silent. */
  comeBack(): void;
}

/** @param path of the target's Unix socket. @param port to listen on; 0: any */
export async function createTcpProxy(path: string, port = 0): Promise<TcpProxy> {
  const callers = new Set<Socket>();
  const targets = new Set<Socket>();
  let isThere = true;
  // Open even if the other side has disappeared: a half-open connection.
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    callers.add(caller);
    caller.on('error', () => {}).once('close', () => callers.delete(caller));
    if (!isThere) return;
    const toTarget = connect({ path });
    targets.add(toTarget);
    caller.pipe(toTarget, { end: false });
    toTarget.pipe(caller, { end: false });
    const part = (): void => {
      targets.delete(toTarget);
      toTarget.destroy();
      if (isThere) caller.destroy();
    };
    toTarget.on('error', part).once('close', part).once('end', part);
    caller.once('end', () => toTarget.destroy()).once('close', () => toTarget.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    vanish() {
      isThere = false;
      for (const caller of callers) caller.unpipe();
      for (const toTarget of targets) {
        // Its end must not be passed to the caller.
        toTarget.removeAllListeners('close').removeAllListeners('end').unpipe();
        toTarget.destroy();
      }
      targets.clear();
    },
    comeBack() {
      isThere = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of [...callers, ...targets]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
