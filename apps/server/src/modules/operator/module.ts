import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.ts';
import type { Job } from '../../platform/jobs/rounds.ts';
import { scheduleForwarding } from './audit/forwarding.ts';
import { createReceiver } from './audit/receiver.ts';
import { registerSchema } from './configuration/registerSchema.ts';
import { type OperatorMailsContext, scheduleOperatorMails } from './jobs/operatorMails.ts';

export * as calls from './calls/index.ts';
export { makeFirstOrganization } from './firstOrganization.ts';
export { type Collector, createCollector } from './metrics/collector.ts';
export type { OperatorServices } from './services.ts';
export { listTenants } from './sql/tenants.ts';

interface Services extends OperatorMailsContext {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly pool: pg.Pool;
}

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance): void {
  registerSchema(app);
}

/** Mails the operator about troubles, and forwards the audit log, as far as settings ask for it. */
export function jobs(services: Services): Job[] {
  const { config, pool, clock, log } = services;
  const { operatorEmails, auditForward } = config;
  return [
    ...(operatorEmails.length > 0 ? [scheduleOperatorMails(services)] : []),
    ...(auditForward
      ? [scheduleForwarding(pool, createReceiver(auditForward.url, auditForward.secret, clock), clock, log)]
      : []),
  ];
}
