import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Job } from '../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../platform/jobs/steps.ts';
import { allReadPacked } from '../../events/index.ts';
import { awaitingMerging, mergePartsStep } from '../sql/assessor/mergeParts.ts';

/** Days end once a day; shorter, because an assessment that runs, or is late, is waited for. */
const EVERY_MS = 15 * 60_000;

/**
 * Merges the activity of batches by the hour in the background, once its day ended a week ago; in the assessor's thread, and not while
 * a server runs that would not know the events of merged ones.
 */
export function scheduleMerging({
  pool,
  clock,
  log,
}: {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}): Job {
  return scheduleSteps({
    everyMs: EVERY_MS,
    waiting: async () => ((await allReadPacked(pool)) ? awaitingMerging(pool, clock.now()) : []),
    step: (tenantId) => mergePartsStep({ pool, clock }, tenantId),
    onError: (error, tenantId) =>
      log.error({ err: error, tenant: tenantId }, 'activity was not merged; it is retried'),
  });
}
