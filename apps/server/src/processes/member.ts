import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { END_LIMIT_MS } from '../endWithin.ts';
import type { Family } from '../metrics/exposition.ts';
import type { FromProcess, Ready, ToProcess, WayToStop } from './messages.ts';

/** A server process, as its supervisor knows it. */
export interface Member {
  readonly pid: number;
  /** Resolves when it answers calls. @throws Error with the reason when it ends before */
  readonly ready: Promise<Ready>;
  /** Resolves when it has ended, with how. */
  readonly ended: Promise<string>;
  /** Its metrics; undefined when it does not say. */
  tell(of: 'process' | 'installation'): Promise<readonly Family[] | undefined>;
  /** Has it end, and kills it when it takes longer than that may take. Resolves when it has ended. */
  stop(way: WayToStop): Promise<void>;
}

/** Metrics are told without a process that has not answered by then; those of the database take up to 5 s. */
const TELL_MS = 7_000;
/** Milliseconds beyond what a process gives itself. */
const GRACE_MS = 20_000;

/** Starts a server process, which shares the listening socket of this one. @param drainMs how long it drains */
export function startMember(begin: Extract<ToProcess, { kind: 'begin' }>, drainMs: number): Member {
  const worker = cluster.fork();
  const ready = Promise.withResolvers<Ready>();
  ready.promise.catch(() => {});
  const ended = Promise.withResolvers<string>();
  const asked = new Map<string, (families: readonly Family[] | undefined) => void>();
  const pending = new Map<string, Promise<readonly Family[] | undefined>>();
  let reason: string | undefined;

  worker.on('message', (message: FromProcess) => {
    switch (message.kind) {
      case 'ready':
        ready.resolve(message);
        return;
      case 'told':
        asked.get(message.of)?.(message.families);
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
    for (const answer of asked.values()) answer(undefined);
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
      const told = new Promise<readonly Family[] | undefined>((resolve) => {
        const timer = setTimeout(() => answer(undefined), TELL_MS);
        const answer = (families: readonly Family[] | undefined) => {
          clearTimeout(timer);
          asked.delete(of);
          pending.delete(of);
          resolve(families);
        };
        asked.set(of, answer);
        if (!send(worker, { kind: 'tell', of })) answer(undefined);
      });
      pending.set(of, told);
      return told;
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

/** False when it has ended. */
function send(worker: Worker, message: ToProcess): boolean {
  if (!worker.isConnected()) return false;
  worker.send(message, () => {
    // It may end before it takes the message.
  });
  return true;
}
