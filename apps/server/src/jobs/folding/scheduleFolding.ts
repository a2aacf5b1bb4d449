import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { withRole } from '../../database/pool.ts';
import { createSlices } from '../../ingest/slices.ts';
import { createUnpacker } from '../../ingest/unpack.ts';
import { scheduleSteps } from '../steps.ts';
import { foldStep } from './foldStep.ts';

interface FoldingContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>;
  /** Notifies the assessor and open pages when an organization is complete. */
  readonly updates: { eventsStored(tenantId: string): void };
}

/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 100;

/** Organizations with unfolded batches from an earlier version. */
export function awaitingFolding(pool: pg.Pool): Promise<string[]> {
  return withRole(pool, { role: 'scout_judge' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT DISTINCT tenant_id FROM scout.batches WHERE NOT folded ORDER BY tenant_id LIMIT ${TAKEN_UP}`,
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/** Folds the activity of events stored before activity existed, in the background, so that cases include the past. */
export function scheduleFolding({ pool, clock, log, updates }: FoldingContext): { stop(): Promise<void> } {
  const unpacker = createUnpacker();
  const parts = {
    pool,
    clock,
    unpacker,
    slices: createSlices(),
    onFault: (error: unknown, of: { readonly batch: string; readonly line?: number }) =>
      log.warn(
        { err: error, ...of },
        'a stored batch, or a line of it, could not be read; it is passed over',
      ),
  };
  const steps = scheduleSteps({
    waiting: () => awaitingFolding(pool),
    async step(tenantId) {
      const result = await foldStep(parts, tenantId);
      if (result === 'done') {
        log.info({ tenant: tenantId }, 'The events of earlier versions were folded for cases');
        updates.eventsStored(tenantId);
      }
      return result;
    },
    onError: (error, tenantId) =>
      log.error({ err: error, tenant: tenantId }, 'stored events were not folded; it is tried again'),
  });
  return {
    async stop() {
      await steps.stop();
      await unpacker[Symbol.asyncDispose]();
    },
  };
}
