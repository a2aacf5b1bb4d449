import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../../platform/clock.ts';
import type { Job } from '../../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../../platform/jobs/steps.ts';
import { awaitingPacking, packStep } from '../../../ingest/index.ts';
import { allReadPacked } from '../../sql/readsPacked.ts';

/** Days end once a day; shorter, so that an upgrade of several servers is not waited for until the next. */
const EVERY_MS = 15 * 60_000;

/** Packs the events of days that ended a week ago in the background, oldest first; not while a server runs that does not read them. */
export function schedulePacking({
  pool,
  clock,
  log,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}): Job {
  return scheduleSteps({
    everyMs: EVERY_MS,
    waiting: async () => ((await allReadPacked(pool)) ? awaitingPacking(pool, clock.now()) : []),
    step: (tenantId) => packStep({ pool, clock }, tenantId),
    onError: (error, tenantId) =>
      log.error({ err: error, tenant: tenantId }, 'events were not packed; it is retried'),
  });
}
