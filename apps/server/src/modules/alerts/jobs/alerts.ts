import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Job } from '../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../platform/jobs/steps.ts';
import { type DispatchParts, dispatchMessages } from '../dispatch.ts';
import { planDeliveries } from '../sql/deliveries.ts';
import { planMessages } from '../sql/plan.ts';
import { readAlertedOrganization } from '../sql/recipients.ts';

export interface AlertsContext extends DispatchParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const EVERY_MS = 1_000;
/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 200;

/**
 * Mails the due alerts of one organization, and notifies its channels, in one transaction. A concurrent process does nothing.
 * @returns false when another process is working on it
 */
export async function sendAlerts(
  { pool, clock, mail, origin }: Omit<AlertsContext, 'log'>,
  tenantId: string,
): Promise<boolean> {
  return withRole(pool, { role: 'scout_alerts', tenantId }, async (_tx, client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
      [`scout alerts ${tenantId}`],
    );
    if (!rows[0]!.locked) return false;
    const now = clock.now();
    const organization = await readAlertedOrganization(client, tenantId);
    const planned = await planMessages(client, tenantId, organization, now);
    await planDeliveries(client, tenantId, { organization, planned, origin: origin(), now });
    await dispatchMessages(client, tenantId, organization, { mail, origin }, now);
    return true;
  });
}

/** Organizations with steps to plan or messages to send. */
export async function awaitingAlerts(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_alerts' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT tenant_id FROM scout.alert_steps
       WHERE planned_at IS NULL AND NOT is_history AND due_at <= to_timestamp($1::float8 / 1000)
       UNION SELECT tenant_id FROM scout.alert_messages
       WHERE settled_at IS NULL AND due_at <= to_timestamp($1::float8 / 1000) LIMIT ${TAKEN_UP}`,
      [now],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/** Mails alerts when due, until `stop` is called. Safe in any number of processes. */
export function scheduleAlerts(context: AlertsContext): Job {
  return scheduleSteps({
    everyMs: EVERY_MS,
    waiting: () => awaitingAlerts(context.pool, context.clock.now()),
    step: async (tenantId) => ((await sendAlerts(context, tenantId)) ? 'done' : 'idle'),
    onError: (error, tenant_id) =>
      context.log.error(
        { err: error, tenant_id },
        tenant_id ? 'alerts were not sent; it is retried' : 'alerts were not looked for; it is retried',
      ),
  });
}
