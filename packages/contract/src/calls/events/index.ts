export { event, tenantEvents, tenantEventsCount, tenantEventsTypes } from './events.ts';
export { ruleFigureCalls } from './figures.ts';
export { incidents, incidentsRuns } from './incidents.ts';
export { updates } from './updates.ts';
