export { dayText } from './day.ts';
export type { Gate } from './gate.ts';
export type { IngestMetrics } from './ingestMetrics.ts';
export { lineOf, linesOf } from './lineOf.ts';
export { lockDay, lockSettings, STANDARD_VERSION, versionedNaming } from './naming.ts';
export { isPaid, quotaOf } from './quota/quota.ts';
export { boundedKey, type Dimension, RollupFold, rollupArray, UPSERT_ROLLUPS } from './rollups.ts';
export { packPart, unpackPart } from './sql/activityParts.ts';
export { readDetectionSettings, writeDetectionSettings } from './sql/detectionSettings.ts';
export { recountEvents } from './sql/eventCounts.ts';
export { requestAssessment } from './sql/requestAssessment.ts';
export { AFTER_LATE, forgetAllSums, forgetSums, holdSums, LATE } from './sql/rollupSums.ts';
export { awaitingPacking, PACKED_AFTER_MS, packStep } from './sql/stored/packEvents.ts';
export {
  countedTypes,
  type EventRange,
  eventBounds,
  newestEvents,
  type Stored,
  storedEvents,
  storedEventsAt,
} from './sql/stored/storedEvents.ts';
export { allowanceOf, type UsageContext, type Used, usedColumns, usedOf } from './sql/usage.ts';
export type { Storage } from './storage.ts';
export type { BodyEncoding } from './unpack.ts';
