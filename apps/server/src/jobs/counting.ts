import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { withRole } from '../database/pool.ts';
import { countStoredEvents } from '../ingest/eventCounts.ts';
import { scheduleSteps } from './steps.ts';

/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 100;

/** Organizations with uncounted batches from an earlier version. */
export function awaitingCounts(pool: pg.Pool): Promise<string[]> {
  return withRole(pool, { role: 'scout_judge' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT DISTINCT tenant_id FROM scout.batches WHERE NOT counted ORDER BY tenant_id LIMIT ${TAKEN_UP}`,
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/** Counts an organization's events from an earlier version, in one transaction. */
export const countStored = (pool: pg.Pool, tenantId: string): Promise<void> =>
  withRole(pool, { role: 'scout_judge', tenantId }, (_tx, client) => countStoredEvents(client, tenantId));

/** Counts by hour and type the events stored before such counts existed, in the background. */
export function scheduleCounting({
  pool,
  log,
}: {
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}): { stop(): Promise<void> } {
  return scheduleSteps({
    waiting: () => awaitingCounts(pool),
    async step(tenantId) {
      await countStored(pool, tenantId);
      log.info({ tenant: tenantId }, 'The events of earlier versions were counted by hour and type');
      return 'done';
    },
    onError: (error, tenantId) =>
      log.error({ err: error, tenant: tenantId }, 'stored events were not counted; it is tried again'),
  });
}
