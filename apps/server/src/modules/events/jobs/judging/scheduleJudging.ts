import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Job } from '../../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../../platform/jobs/steps.ts';
import { awaitingJudgement, judgeStep } from '../../sql/judgeStep.ts';

export interface JudgingContext {
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  /** Notifies open pages when an organization is complete. */
  readonly updates: { eventsStored(tenantId: string): void };
}

/** Judges stored events again after a change of settings, in the background. */
export function scheduleJudging({ pool, log, updates }: JudgingContext): Job {
  return scheduleSteps({
    waiting: () => awaitingJudgement(pool),
    async step(tenantId) {
      const result = await judgeStep(pool, tenantId);
      if (result === 'done') {
        log.info({ tenant: tenantId }, 'The stored events were judged by the present detection settings');
        updates.eventsStored(tenantId);
      }
      return result;
    },
    onError: (error, tenantId) =>
      log.error({ err: error, tenant: tenantId }, 'stored events were not judged again; it is retried'),
  });
}
