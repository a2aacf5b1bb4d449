export { ingestEvents } from './ingest.ts';
export { ingestUsage } from './usage.ts';
