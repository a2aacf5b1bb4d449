import type { FastifyInstance } from 'fastify';
import type { Job } from '../../platform/jobs/rounds.ts';
import { registerEvidence } from './calls/evidence.ts';
import { registerMonthlyPdf } from './calls/monthlyPdf.ts';
import { registerPosturesPdf } from './calls/posturesPdf.ts';
import { registerReports } from './calls/reports.ts';
import { scheduleOwnerReviews } from './jobs/ownerReviews.ts';
import { type ReportsContext, scheduleReports } from './jobs/reports.ts';
import type { ReportServices } from './services.ts';

export * as calls from './calls/index.ts';
export { createPrinter } from './printer.ts';
export type { ReportServices } from './services.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: ReportServices): void {
  registerReports(app, services);
  registerEvidence(app, services);
  registerMonthlyPdf(app, services);
  registerPosturesPdf(app, services);
}

/** Mails monthly reports, and reminds owners of reviews. */
export function jobs(services: ReportsContext & Parameters<typeof scheduleOwnerReviews>[0]): Job[] {
  return [scheduleReports(services), scheduleOwnerReviews(services)];
}
