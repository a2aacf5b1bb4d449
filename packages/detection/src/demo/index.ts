/** Generated figures for demo mode and the site: seeded and pure. A separate export, so that no other bundle includes it. */

export { createRandom, mixSeed, type Random } from '../simulation/random.ts';
export {
  type DemoDetection,
  demoDetectionDelay,
  demoDetections,
  nextDemoDetections,
} from './detections.ts';
export { type DemoFailedLogonOptions, type DemoFailedLogons, demoFailedLogons } from './failedLogons.ts';
export type { DemoTrendPoint } from './failedLogonTrend.ts';
export {
  type DemoInfrastructureChange,
  type DemoInfrastructureChanges,
  demoInfrastructureChanges,
} from './infrastructureChanges.ts';
export {
  type DemoInteractiveLogon,
  type DemoInteractiveLogons,
  demoInteractiveLogons,
  nextDemoInteractiveLogons,
} from './interactiveLogons.ts';
export { DEMO_LIMITS, DEMO_TIMERS } from './limits.ts';
export {
  activityOf,
  type DemoIncident,
  type DemoRisk,
  type DemoServiceAccountActivity,
  demoServiceAccountActivity,
} from './serviceAccountActivity.ts';
export type { DemoSeverity } from './severity.ts';
