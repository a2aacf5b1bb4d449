import { BOUNDS, DirectoryProblem, type ReadBounds } from '@scout/directory';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Seal } from '../../../platform/crypto/seal.ts';
import { type Job, scheduleRounds } from '../../../platform/jobs/rounds.ts';
import { readInThread } from '../reader/readInThread.ts';
import { registerNext } from '../sql/register.ts';
import { claimSync, noteFailure, releaseSync, storeSync } from '../sql/syncs.ts';

export interface SyncsContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly directorySeal: Seal;
  readonly directoryNetworks: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const EVERY_MS = 1_000;

/** Outcome of a look for a due directory. */
export type SyncOutcome = 'idle' | 'stored' | 'failed';

/** Reads the directory that has been due for longest, if there is one. A failed attempt is noted, and changes nothing that was read. */
export async function syncNext(
  { pool, clock, directorySeal, directoryNetworks }: Omit<SyncsContext, 'log'>,
  stop: AbortSignal,
  bounds: ReadBounds = BOUNDS,
): Promise<SyncOutcome> {
  const due = await claimSync(pool, clock.now());
  if (due === undefined) return 'idle';
  const { url, bind_name, base, filter, ca, sealed, position } = due;
  try {
    const password = await directorySeal.open(sealed);
    const target = { url, bindName: bind_name, password, ca };
    const order = { ...target, base, filter, position, networks: directoryNetworks, bounds };
    const result = await readInThread(order, stop);
    return (await storeSync(pool, due, result, clock.now())) ? 'stored' : 'idle';
  } catch (error) {
    if (stop.aborted) await releaseSync(pool, due, clock.now());
    else await noteFailure(pool, due, problemOfSync(error), clock.now());
    if (!stop.aborted && !(error instanceof DirectoryProblem)) throw error;
    return 'failed';
  }
}

const problemOfSync = (error: unknown): DirectoryProblem =>
  error instanceof DirectoryProblem
    ? error
    : new DirectoryProblem('Scout could not store what it read. The operator finds the reason in the log.');

/** Reads due directories and registers their accounts, one at a time in each process, until `stop` is called. */
export function scheduleSyncs(context: SyncsContext): Job {
  return scheduleRounds({
    everyMs: EVERY_MS,
    async round(signal) {
      const failures: unknown[] = [];
      while (!signal.aborted) {
        try {
          if (failures.length === 0 && (await registerNext(context.pool, context.clock.now()))) continue;
        } catch (error) {
          // Directories of others are read all the same.
          failures.push(error);
        }
        if ((await syncNext(context, signal)) === 'idle') break;
      }
      if (failures.length > 0) throw failures[0];
    },
    onError: (error) => context.log.error({ err: error }, 'a directory was not read; it is retried'),
  });
}
