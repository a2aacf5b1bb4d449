import { BOUNDS, type Credential, DirectoryProblem, type ReadBounds, type SignIn } from '@scout/directory';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Seal } from '../../../platform/crypto/seal.ts';
import { type Job, scheduleRounds } from '../../../platform/jobs/rounds.ts';
import { readInThread } from '../reader/readInThread.ts';
import { storeObjects } from '../sql/objects.ts';
import { registerNext } from '../sql/register.ts';
import { storeNextSnapshot } from '../sql/storeSnapshot.ts';
import {
  claimSync,
  type DueSync,
  noteFailure,
  problemOfSync,
  releaseSync,
  type SyncOutcome,
  storeSync,
} from '../sql/syncs.ts';

export interface SyncsContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly directorySeal: Seal;
  readonly directoryNetworks: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const EVERY_MS = 1_000;

/** Reads the directory that has been due for longest, if there is one. A failed attempt is noted, and changes nothing that was read. */
export async function syncNext(
  { pool, clock, directorySeal, directoryNetworks }: Omit<SyncsContext, 'log'>,
  stop: AbortSignal,
  bounds: ReadBounds = BOUNDS,
): Promise<SyncOutcome> {
  const due = await claimSync(pool, clock.now());
  if (due === undefined) return 'idle';
  const { url, base, filter, ca, position } = due;
  try {
    const signIn = signInOf(due, await directorySeal.open(due.sealed));
    const order = { ...signIn, url, ca, base, filter, position, networks: directoryNetworks, bounds };
    const result = await readInThread(order, stop);
    const { tenant_id, directory_id } = due;
    const isStored = await storeSync(pool, due, result, clock.now(), (client) =>
      storeObjects(client, tenant_id, directory_id, result),
    );
    return isStored ? 'stored' : 'idle';
  } catch (error) {
    if (stop.aborted) await releaseSync(pool, due, clock.now());
    else await noteFailure(pool, due, problemOfSync(error), clock.now());
    if (!stop.aborted && !(error instanceof DirectoryProblem)) throw error;
    return 'failed';
  }
}

const signInOf = ({ sign_in, bind_name, kdc }: DueSync, secret: string): SignIn =>
  sign_in === 'password'
    ? { bindName: bind_name, password: secret }
    : { credential: JSON.parse(secret) as Credential, kdc };

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
        if ((await storeNextSnapshot(context.pool, context.clock.now())) !== 'idle') continue;
        if ((await syncNext(context, signal)) === 'idle') break;
      }
      if (failures.length > 0) throw failures[0];
    },
    onError: (error) => context.log.error({ err: error }, 'a directory was not read; it is retried'),
  });
}
