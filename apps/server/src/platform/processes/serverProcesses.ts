import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Grounds } from './installation.ts';
import type { Ready } from './messages.ts';
import { type ServerProcess, startServerProcess } from './serverProcess.ts';

/** The server processes of an installation. */
export interface ServerProcesses {
  /** Starts them, the first before the others. Resolves when all are ready. @throws Error with the reason of a failed one */
  start(): Promise<Ready>;
  /** Processes that accept connections, numbered from 1. */
  list(): readonly { readonly number: number; readonly member: ServerProcess }[];
  /** Replaces one after the other: each stops once its successor is ready. A repeated request replaces all once more. */
  restart(): void;
  /** Stops all, and resolves when they have exited. Idempotent. */
  stop(): Promise<void>;
}

/** Milliseconds before restarting a process that exited; doubled for each early exit. */
const AGAIN_MS = { least: 500, most: 30_000 };
/** Lifetime after which an exit is not early. */
const SOON_MS = 60_000;

/** Keeps `config.processes` processes running. */
export function keepServerProcesses(
  grounds: Grounds,
  config: Pick<Config, 'processes' | 'drainSeconds'>,
  log: FastifyBaseLogger,
): ServerProcesses {
  const members = new Map<number, ServerProcess>();
  const every = new Set<ServerProcess>();
  const stopping = new AbortController();
  let restarting = false;
  let again = false;
  let stopped: Promise<void> | undefined;

  function launch(advises: boolean): ServerProcess {
    const member = startServerProcess({ kind: 'begin', grounds, advises }, config.drainSeconds * 1000);
    every.add(member);
    void member.ended.then(() => every.delete(member));
    return member;
  }

  /** Assigns a number to a process, to be replaced when it exits. */
  function seat(number: number, member: ServerProcess, soon: number): void {
    const since = performance.now();
    members.set(number, member);
    void member.ended.then(async (how) => {
      if (stopping.signal.aborted || members.get(number) !== member) return;
      const times = performance.now() - since > SOON_MS ? 0 : soon;
      const waitMs = Math.min(AGAIN_MS.least * 2 ** times, AGAIN_MS.most);
      log.error({ process: number, pid: member.pid }, `A server process ended ${how}; starting another`);
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || members.get(number) !== member) return;
      const next = launch(false);
      seat(number, next, times + 1);
      next.ready.catch((error: Error) => log.error(error.message));
    });
  }

  async function replaceAll(): Promise<void> {
    for (const number of members.keys()) {
      if (stopping.signal.aborted) return;
      const next = launch(false);
      await next.ready;
      const former = members.get(number);
      seat(number, next, 0);
      await former?.stop('hand-over');
    }
  }

  async function restart(): Promise<void> {
    restarting = true;
    try {
      while (again && !stopping.signal.aborted) {
        again = false;
        log.info('Replacing the server processes one by one');
        await replaceAll();
        log.info('The server processes were replaced');
      }
    } catch (error) {
      log.error({ err: error as Error }, 'Not all server processes were replaced; the others continue');
    } finally {
      restarting = false;
    }
  }

  return {
    async start() {
      const first = launch(true);
      const ready = await first.ready;
      seat(1, first, 0);
      const others = Array.from({ length: config.processes - 1 }, () => launch(false));
      await Promise.all(others.map((member) => member.ready));
      others.forEach((member, index) => {
        seat(index + 2, member, 0);
      });
      log.info(`${config.processes} server processes answer calls`);
      return ready;
    },
    list: () => [...members].map(([number, member]) => ({ number, member })),
    restart() {
      again = true;
      if (!restarting) void restart();
    },
    stop() {
      stopped ??= (async () => {
        stopping.abort();
        await Promise.all([...every].map((member) => member.stop('drain')));
      })();
      return stopped;
    },
  };
}
