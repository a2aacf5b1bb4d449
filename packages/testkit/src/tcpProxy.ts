import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A local TCP proxy that can freeze, cut and slow the connections to its target. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /**
   * As in a failover without notice: connections stay open without any response, and the target loses them; new ones are accepted
   * without a response.
   */
  vanish(): void;
  /** New connections reach the target. Earlier ones stay silent. */
  comeBack(): void;
  /**
   * As a firewall that forgets its connections: both ends stay open and what either sends is swallowed without a word, also its end.
   * New connections pass. @returns the number of them
   */
  forget(): number;
  /** Resets every connection (TCP RST) with whatever is in flight. New ones are accepted. @returns the number of them */
  cut(): number;
  /** Passes at most this many bytes per second in each direction of each connection, also of existing ones; Infinity: no limit. */
  slow(bytesPerSecond: number): void;
}

/** Parts of a second in which a slow connection passes bytes. */
const TICKS = 20;

/** @param target its port on this machine, or the path of its Unix socket. @param port to listen on; 0: any */
export async function createTcpProxy(target: number | string, port = 0): Promise<TcpProxy> {
  const callers = new Set<Socket>();
  const targets = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  let isThere = true;
  let rate = Number.POSITIVE_INFINITY;

  const limited = (): Transform =>
    new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        let at = 0;
        while (at < chunk.length && rate !== Number.POSITIVE_INFINITY) {
          const end = at + Math.max(1, Math.round(rate / TICKS));
          this.push(chunk.subarray(at, end));
          at = end;
          await pause(1000 / TICKS);
        }
        done(null, chunk.subarray(at));
      },
    });

  // Open even if the other side has disappeared: a half-open connection.
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    callers.add(caller);
    caller.on('error', () => {}).once('close', () => callers.delete(caller));
    if (!isThere) return;
    const toTarget = connect(
      typeof target === 'number' ? { port: target, host: '127.0.0.1' } : { path: target },
    );
    targets.add(toTarget);
    caller.pipe(limited()).pipe(toTarget, { end: false });
    toTarget.pipe(limited()).pipe(caller, { end: false });
    const part = (): void => {
      targets.delete(toTarget);
      if (forgotten.has(toTarget)) return;
      toTarget.destroy();
      if (isThere) caller.destroy();
    };
    toTarget.on('error', part).once('close', part).once('end', part);
    const leave = (): void => {
      if (!forgotten.has(caller)) toTarget.destroy();
    };
    caller.once('end', leave).once('close', leave);
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
    forget() {
      const count = targets.size;
      for (const one of [...callers, ...targets]) {
        forgotten.add(one);
        one.unpipe().resume();
      }
      return count;
    },
    cut() {
      const count = targets.size;
      // Its ends are closed afterwards; a Unix socket has no reset.
      for (const caller of callers) caller.resetAndDestroy();
      for (const toTarget of targets) toTarget.destroy();
      return count;
    },
    slow(bytesPerSecond) {
      rate = bytesPerSecond;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of [...callers, ...targets]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
