import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Job } from '../../platform/jobs/rounds.ts';
import { scheduleCancellations, scheduleDeletions, scheduleSubscriptions } from './jobs/subscriptions.ts';
import { registerStripe } from './payments/registerStripe.ts';

export * as calls from './calls/index.ts';
export { createPayments } from './payments/payments.ts';
export type { BillingServices } from './services.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: Parameters<typeof registerStripe>[1]): void {
  registerStripe(app, services);
}

/** Ends trials, deletes organizations when due, and cancels subscriptions of deleted ones. */
export function jobs(
  services: Parameters<typeof scheduleDeletions>[0] &
    Parameters<typeof scheduleCancellations>[0] & { readonly config: Pick<Config, 'stripe'> },
): Job[] {
  return [
    scheduleSubscriptions(services),
    scheduleDeletions(services),
    ...(services.config.stripe ? [scheduleCancellations(services)] : []),
  ];
}
