import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';
import { tenantEventsScope } from '../events/events.ts';

/**
 * All events of a window as CSV, safe for spreadsheets, newest first, in the format of `exports/tenantEvents.ts`. Streamed by a
 * separate route; the header `x-scout-count` is the number of events.
 */
export const tenantEventsCsv = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
  raw: true,
  method: 'GET',
  path: '/api/v1/reports/tenant-events.csv',
  summary: 'Report of events as CSV',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.string(),
});

/**
 * All events of a window as one JSON object per line, newest first, in the format of `exports/tenantEvents.ts`. Streamed by a
 * separate route; the header `x-scout-count` is the number of events.
 */
export const tenantEventsTxt = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
  raw: true,
  method: 'GET',
  path: '/api/v1/reports/tenant-events.txt',
  summary: 'Report of events as TXT',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.string(),
});
