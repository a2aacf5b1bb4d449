import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../../platform/clock.ts';
import type { Job } from '../../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../../platform/jobs/steps.ts';
import { awaitingSums, sumStep } from '../../sql/sumStep.ts';

/** Sums rollups over whole days in the background, newest first; after late events again. */
export function scheduleSumming({
  pool,
  clock,
  log,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}): Job {
  return scheduleSteps({
    waiting: () => awaitingSums(pool, clock.now()),
    step: (tenantId) => sumStep({ pool, clock }, tenantId),
    onError: (error, tenantId) =>
      log.error({ err: error, tenant: tenantId }, 'rollups were not summed by the day; it is retried'),
  });
}
