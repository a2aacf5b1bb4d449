import type { FastifyInstance } from 'fastify';
import type { Job } from '../../platform/jobs/rounds.ts';
import { registerUpdates } from './calls/updates.ts';
import { type JudgingContext, scheduleJudging } from './jobs/judging/scheduleJudging.ts';
import { schedulePacking } from './jobs/packing/schedulePacking.ts';
import { type PartitionsContext, schedulePartitions } from './jobs/partitions.ts';
import { scheduleSumming } from './jobs/summing/scheduleSumming.ts';
import type { EventServices } from './services.ts';

export { ruleFigures } from './calls/figures.ts';
export * as calls from './calls/index.ts';
export type { EventServices } from './services.ts';
export { createUpdates } from './updates/updates.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: EventServices): void {
  registerUpdates(app, services);
}

/** Keeps partitions, judges stored events by changed settings, sums windows of figures, and packs old events. */
export function jobs(services: PartitionsContext & JudgingContext): Job[] {
  return [
    schedulePartitions(services),
    scheduleJudging(services),
    scheduleSumming(services),
    schedulePacking(services),
  ];
}
