import type { Job } from '../../platform/jobs/rounds.ts';
import { type SyncsContext, scheduleSyncs } from './jobs/syncs.ts';

export * as calls from './calls/index.ts';
export type { DirectoryServices } from './services.ts';

/** Requests of agents that ship snapshots: each holds a database connection for one small statement. */
export const SNAPSHOT_STEPS = { places: 2, requests: 256, patienceMs: 10_000 };

/** Reads directories. */
export function jobs(services: SyncsContext): Job[] {
  return [scheduleSyncs(services)];
}
