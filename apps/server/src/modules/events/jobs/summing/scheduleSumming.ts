import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../../platform/clock.ts';
import { withRole } from '../../../../platform/database/pool.ts';
import type { Job } from '../../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../../platform/jobs/steps.ts';
import { sumStep } from './sumStep.ts';

/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 100;

/** Organizations without the sums of a day that has ended. */
export function awaitingSums(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_judge' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.tenants_to_sum($1, $2) AS tenant_id',
      [TAKEN_UP, new Date(now)],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

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
