import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { RunningAssessor } from './runAssessor.ts';

export interface ThreadData {
  readonly databaseUrl: string;
  readonly everyMs: number | undefined;
  readonly restMs: number | undefined;
}

export type ThreadMessage = { readonly do: 'wake'; readonly tenantId: string } | { readonly do: 'stop' };

export interface LogMessage {
  readonly level: 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

export interface AssessorContext {
  readonly database: { readonly url: string };
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** See runAssessor.ts. */
  readonly everyMs?: number;
  readonly restMs?: number;
}

const RESTART_AFTER_MS = 5_000;

/**
 * Assesses organizations in a separate thread with its own connections: judging a month of a large organization takes seconds,
 * during which this thread keeps serving requests. A terminated thread, such as after running out of memory, is logged and
 * restarted.
 */
export function startAssessor({ database, log, everyMs, restMs }: AssessorContext): RunningAssessor {
  const workerData: ThreadData = { databaseUrl: database.url, everyMs, restMs };
  let worker: Worker | undefined;
  let restart: NodeJS.Timeout | undefined;
  let isStopped = false;

  function start(): void {
    const started = new Worker(new URL('./thread.ts', import.meta.url), { name: 'assessor', workerData });
    started.on('message', ({ level, fields, message }: LogMessage) => log[level](fields, message));
    started.on('error', (err) => log.error({ err }, 'the thread that assesses failed'));
    started.on('exit', () => {
      worker = undefined;
      if (!isStopped) restart = setTimeout(start, RESTART_AFTER_MS);
    });
    worker = started;
  }

  start();
  const tell = (message: ThreadMessage) => worker?.postMessage(message);
  return {
    wake: (tenantId) => tell({ do: 'wake', tenantId }),
    async stop() {
      isStopped = true;
      clearTimeout(restart);
      if (worker === undefined) return;
      const ended = once(worker, 'exit');
      tell({ do: 'stop' });
      await ended;
    },
  };
}
