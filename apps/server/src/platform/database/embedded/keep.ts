import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { reasonOfEnd } from './diskFull.ts';
import type { DataDirectoryLock } from './lock.ts';
import { giveReserveUp, keepReserve } from './reserve.ts';
import { startEmbedded } from './start.ts';

/** The embedded database of a running server. */
export interface KeptCluster {
  /** Connection string of the owner, the same after every start. */
  readonly url: string;
  /** Directory of its files. */
  readonly directory: string;
  /** Stops it. Idempotent. */
  stop(): Promise<void>;
}

interface KeepOptions {
  /** Free space below which the log says to free up space. */
  readonly lowBytes: number;
  readonly log: Record<'info' | 'warn' | 'error', (message: string) => void>;
}

/** Milliseconds between tries to start it again; doubled for each further one. */
const AGAIN_MS = { least: 500, most: 15_000 };

/**
 * Starts the embedded database, and again whenever it ends by itself: its main process may be killed, or its disk be full. What
 * was acknowledged is on disk; meanwhile callers are told that the database is unavailable. Tries again until it starts or this
 * server stops. @throws Error with an actionable message when the first start fails
 */
export async function keepEmbedded(lock: DataDirectoryLock, options: KeepOptions): Promise<KeptCluster> {
  const { log, lowBytes } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let cluster = await startEmbedded(lock);
  const { url, directory, port } = cluster;
  const base = dirname(directory);
  const reserve = keepReserve(base, lowBytes, log);

  async function startAgain(): Promise<Cluster | undefined> {
    for (let waitMs = AGAIN_MS.least; !signal.aborted; waitMs = Math.min(2 * waitMs, AGAIN_MS.most)) {
      try {
        return await startEmbedded(lock, { port });
      } catch (error) {
        await giveReserveUp(base);
        log.error(`${(error as Error).message} Trying again in ${waitMs / 1000} s.`);
      }
      await pause(waitMs, undefined, { signal }).catch(() => {});
    }
    return undefined;
  }

  async function keep(): Promise<void> {
    for (;;) {
      await cluster.ended;
      if (signal.aborted) return;
      const { message } = await reasonOfEnd(directory);
      // Without space it could not start.
      const isReserveFreed = await reserve.lookNow();
      log.error(`${message} It is started again${isReserveFreed ? ' with the room of the reserve' : ''}.`);
      const next = await startAgain();
      if (next === undefined) return;
      cluster = next;
      // Stopped while it started.
      if (signal.aborted) return await cluster.stop();
      log.info('The embedded database is back.');
    }
  }

  const kept = keep();
  return {
    url,
    directory,
    async stop() {
      stopping.abort();
      reserve.stop();
      await cluster.stop();
      await kept;
    },
  };
}
