import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';
import { tenantEventsScope } from '../events/events.ts';

/**
 * All events of a window as CSV, safe to open in a spreadsheet, newest first, in the bytes of `exports/tenantEvents.ts`. Streamed
 * by a route of its own; the header `x-scout-count` says how many events follow.
 */
export const tenantEventsCsv = declareCall({
  access: 'subscriber',
  raw: true,
  method: 'GET',
  path: '/api/v1/reports/tenant-events.csv',
  summary: 'Report of events as CSV',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.string(),
});

/**
 * All events of a window as one JSON object a line, newest first, in the bytes of `exports/tenantEvents.ts`. Streamed
 * by a route of its own; the header `x-scout-count` says how many events follow.
 */
export const tenantEventsTxt = declareCall({
  access: 'subscriber',
  raw: true,
  method: 'GET',
  path: '/api/v1/reports/tenant-events.txt',
  summary: 'Report of events as TXT',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.string(),
});
