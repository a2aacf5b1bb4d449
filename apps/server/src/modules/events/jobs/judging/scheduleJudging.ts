import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { withRole } from '../../../../platform/database/pool.ts';
import type { Job } from '../../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../../platform/jobs/steps.ts';
import { judgeStep } from './judgeStep.ts';

export interface JudgingContext {
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  /** Notifies open pages when an organization is complete. */
  readonly updates: { eventsStored(tenantId: string): void };
}

/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 100;

/** Organizations with stored events judged by earlier settings. */
export function awaitingJudgement(pool: pg.Pool): Promise<string[]> {
  return withRole(pool, { role: 'scout_judge' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT tenant_id FROM scout.detection_settings WHERE judged_version < version
       ORDER BY tenant_id LIMIT ${TAKEN_UP}`,
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
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
