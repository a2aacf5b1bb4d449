import type { Job } from '../../platform/jobs/rounds.ts';
import { type SyncsContext, scheduleSyncs } from './jobs/syncs.ts';

export * as calls from './calls/index.ts';
export type { DirectoryServices } from './services.ts';

/** Reads directories. */
export function jobs(services: SyncsContext): Job[] {
  return [scheduleSyncs(services)];
}
