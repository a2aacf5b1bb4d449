import type { Job } from '../../platform/jobs/rounds.ts';
import { type AssessorContext, startAssessor } from './assessor/startAssessor.ts';

export { createTrialThreads } from './assessor/trial/trialThreads.ts';
export * as calls from './calls/index.ts';
export type { CaseServices } from './services.ts';

interface Services extends AssessorContext {
  /** Tells of stored activity. */
  readonly updates: { onAssessable(wake: (tenantId: string) => void): void };
}

/** Assesses activity in a thread of its own. */
export function jobs(services: Services): Job[] {
  const assessor = startAssessor(services);
  services.updates.onAssessable(assessor.wake);
  return [assessor];
}
