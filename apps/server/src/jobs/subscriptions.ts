import type { FastifyBaseLogger } from 'fastify';
import { advanceSubscription, awaitingSteps, type SubscriptionsContext } from '../subscriptions/advance.ts';
import { awaitingDeletion, deleteRequested } from '../subscriptions/deleteRequested.ts';
import { scheduleSteps } from './steps.ts';

/** Ends trials, mails reminders and removes data as their time comes, until `stop` is called. Any number of processes may do so at once. */
export function scheduleSubscriptions(
  context: SubscriptionsContext & { readonly log: Pick<FastifyBaseLogger, 'error'> },
): { stop(): Promise<void> } {
  return scheduleSteps({
    waiting: () => awaitingSteps(context.pool, context.clock.now()),
    step: async (tenantId) => ((await advanceSubscription(context, tenantId)) === null ? 'idle' : 'done'),
    onError: (error, tenant_id) =>
      context.log.error(
        { err: error, tenant_id },
        'a subscription was not brought up to date; it is tried again',
      ),
  });
}

/** Deletes organizations whose deletion was requested, as it becomes due, until `stop` is called. Any number of processes may do so at once. */
export function scheduleDeletions(
  context: SubscriptionsContext & { readonly log: Pick<FastifyBaseLogger, 'error' | 'info'> },
): { stop(): Promise<void> } {
  return scheduleSteps({
    waiting: () => awaitingDeletion(context.pool, context.clock.now()),
    step: async (tenantId) => {
      const deleted = await deleteRequested(context, tenantId);
      if (deleted)
        context.log.info({ tenant_id: tenantId }, 'an organization was deleted, as an admin had requested');
      return deleted ? 'done' : 'idle';
    },
    onError: (error, tenant_id) =>
      context.log.error({ err: error, tenant_id }, 'an organization was not deleted; it is tried again'),
  });
}
