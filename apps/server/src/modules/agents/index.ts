export { type FleetView, fleetView } from './fleet/health.ts';
export { type FleetSummary, listAgents, noStates, revokeAgent, summarizeFleets } from './sql/agents.ts';
export { createEnrolment } from './sql/enrolments.ts';
