import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Family } from '../metrics/exposition.ts';
import { END_LIMIT_MS } from './endWithin.ts';
import type { FromProcess, Ready, ToProcess, WayToStop } from './messages.ts';

/** A server process, as seen by its supervisor. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves when it accepts calls. @throws Error with the reason of an earlier exit */
  readonly ready: Promise<Ready>;
  /** Resolves with the kind of exit. */
  readonly ended: Promise<string>;
  /** Its metrics; undefined without a response. */
  tell(of: 'process' | 'installation'): Promise<readonly Family[] | undefined>;
  /** Stops it, and kills it after its time limit. Resolves when it has exited. */
  stop(way: WayToStop): Promise<void>;
}

/** Timeout for a process's metrics, after which the rest is returned; those of the database take up to 5 s. */
const TELL_MS = 7_000;
/** Milliseconds in addition to the process's own limit. */
const GRACE_MS = 20_000;

/** Starts a server process that shares this process's listening socket. @param drainMs duration of draining */
export function startServerProcess(
  begin: Extract<ToProcess, { kind: 'begin' }>,
  drainMs: number,
): ServerProcess {
  const worker = cluster.fork();
  const ready = Promise.withResolvers<Ready>();
  ready.promise.catch(() => {});
  const ended = Promise.withResolvers<string>();
  const resolvers = new Map<string, (families: readonly Family[] | undefined) => void>();
  const pending = new Map<string, Promise<readonly Family[] | undefined>>();
  let reason: string | undefined;

  worker.on('message', (message: FromProcess) => {
    switch (message.kind) {
      case 'ready':
        ready.resolve(message);
        return;
      case 'metrics':
        resolvers.get(message.of)?.(message.families);
        return;
      case 'refused':
        reason = message.reason;
    }
  });
  worker.on('error', (error) => {
    reason ??= error.message;
  });
  worker.on('exit', (code, signal) => {
    const how = signal ? `by ${signal}` : `with code ${code}`;
    ready.reject(new Error(reason ?? `A server process ended ${how} before it was ready.`));
    for (const answer of resolvers.values()) answer(undefined);
    ended.resolve(how);
  });
  send(worker, begin);

  return {
    pid: worker.process.pid!,
    ready: ready.promise,
    ended: ended.promise,
    tell(of) {
      const before = pending.get(of);
      if (before) return before;
      const response = new Promise<readonly Family[] | undefined>((resolve) => {
        const timer = setTimeout(() => answer(undefined), TELL_MS);
        const answer = (families: readonly Family[] | undefined) => {
          clearTimeout(timer);
          resolvers.delete(of);
          pending.delete(of);
          resolve(families);
        };
        resolvers.set(of, answer);
        if (!send(worker, { kind: 'tell', of })) answer(undefined);
      });
      pending.set(of, response);
      return response;
    },
    async stop(way) {
      send(worker, { kind: 'stop', way });
      const given = new AbortController();
      const late = pause(END_LIMIT_MS + GRACE_MS + drainMs, undefined, given).then(() => {
        worker.process.kill('SIGKILL');
      });
      late.catch(() => {});
      await ended.promise;
      given.abort();
    },
  };
}

/** False when it has exited. */
function send(worker: Worker, message: ToProcess): boolean {
  if (!worker.isConnected()) return false;
  worker.send(message, () => {
    // It may exit before it receives the message.
  });
  return true;
}
