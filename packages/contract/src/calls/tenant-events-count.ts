import { declareCall } from '../call.ts';
import { z } from '../zod.ts';
import { tenantEventsScope } from './tenant-events.ts';

/** How many events a report of this window and type would hold. */
export const tenantEventsCount = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/rest/v1/tenant_events/count',
  summary: 'How many events a report would hold',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.object({ count: z.number().int().nonnegative() }),
});
