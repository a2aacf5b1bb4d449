import type { FastifyBaseLogger } from 'fastify';
import type { Job } from '../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../platform/jobs/steps.ts';
import {
  awaitingCancellation,
  type CancellationsContext,
  cancelSubscription,
} from '../payments/cancelSubscriptions.ts';
import { advanceSubscription, awaitingSteps, type SubscriptionsContext } from '../subscriptions/advance.ts';
import { awaitingDeletion, deleteRequested } from '../subscriptions/deleteRequested.ts';

/** Ends trials, mails reminders and deletes data when due, until `stop` is called. Safe in any number of processes. */
export function scheduleSubscriptions(
  context: SubscriptionsContext & { readonly log: Pick<FastifyBaseLogger, 'error'> },
): Job {
  return scheduleSteps({
    waiting: () => awaitingSteps(context.pool, context.clock.now()),
    step: async (tenantId) => ((await advanceSubscription(context, tenantId)) === null ? 'idle' : 'done'),
    onError: (error, tenant_id) =>
      context.log.error(
        { err: error, tenant_id },
        'a subscription was not brought up to date; it is retried',
      ),
  });
}

/** Deletes organizations on their requested date, until `stop` is called. Safe in any number of processes. */
export function scheduleDeletions(
  context: SubscriptionsContext & { readonly log: Pick<FastifyBaseLogger, 'error' | 'info'> },
): Job {
  return scheduleSteps({
    waiting: () => awaitingDeletion(context.pool, context.clock.now()),
    step: async (tenantId) => {
      const deleted = await deleteRequested(context, tenantId);
      if (deleted)
        context.log.info({ tenant_id: tenantId }, 'an organization was deleted, as an admin had requested');
      return deleted ? 'done' : 'idle';
    },
    onError: (error, tenant_id) =>
      context.log.error({ err: error, tenant_id }, 'an organization was not deleted; it is retried'),
  });
}

/** Cancels subscriptions of deleted organizations at the payment provider, until `stop` is called. Safe in any number of processes. */
export function scheduleCancellations(
  context: CancellationsContext & { readonly log: Pick<FastifyBaseLogger, 'error' | 'info'> },
): Job {
  const failed = (err: unknown, subscription_id?: string) =>
    context.log.error(
      { err, subscription_id },
      'the subscription of a deleted organization was not canceled; retrying in five minutes',
    );
  return scheduleSteps({
    waiting: () => awaitingCancellation(context),
    step: async (subscriptionId) => {
      const outcome = await cancelSubscription(context, subscriptionId);
      if (outcome === 'idle') return 'idle';
      if (outcome === 'canceled')
        context.log.info(
          { subscription_id: subscriptionId },
          'the subscription of a deleted organization was canceled',
        );
      else failed(outcome.error, subscriptionId);
      return 'done';
    },
    onError: failed,
  });
}
