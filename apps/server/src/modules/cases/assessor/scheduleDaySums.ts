import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Job } from '../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../platform/jobs/steps.ts';
import { awaitingDaySums, sumDaysStep } from '../sql/assessor/daySums.ts';

/** Late activity changes summed days all day. */
const EVERY_MS = 60_000;

/** Adds up the activity of accounts by days in the background, in the assessor's thread. */
export function scheduleDaySums({
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
    waiting: () => awaitingDaySums(pool, clock),
    step: (tenantId) => sumDaysStep({ pool, clock }, tenantId),
    onError: (error, tenantId) =>
      log.error({ err: error, tenant: tenantId }, 'activity was not summed by days; it is retried'),
  });
}
