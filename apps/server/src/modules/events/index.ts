export { countTenantEvents } from './sql/countedEvents.ts';
export { type EventPlace, eventId, placeOf } from './sql/eventId.ts';
export type { EventScope } from './sql/eventScope.ts';
export { clockOf } from './sql/figures/clockOf.ts';
export { readBody } from './sql/rawEvent.ts';
export { allReadPacked } from './sql/readsPacked.ts';
export { type ExportPosition, readExportPage, windowOf } from './sql/tenantEvents.ts';
