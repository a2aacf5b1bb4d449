import type { FastifyInstance } from 'fastify';
import type { Job } from '../../platform/jobs/rounds.ts';
import { type AlertsContext, scheduleAlerts } from './jobs/alerts.ts';
import { type DeliveriesContext, scheduleDeliveries } from './jobs/deliveries.ts';
import { scheduleTickets } from './jobs/tickets.ts';
import { registerUnsubscribe } from './unsubscribe/registerUnsubscribe.ts';

export * as calls from './calls/index.ts';
export type { AlertServices } from './services.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: AlertsContext): void {
  registerUnsubscribe(app, services);
}

/** Plans and sends alerts, delivers messages to channels, and looks at the state of tickets. */
export function jobs(services: AlertsContext & DeliveriesContext): Job[] {
  return [scheduleAlerts(services), scheduleDeliveries(services), scheduleTickets(services)];
}
