import { declareCall } from '../call.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { tenantEventsScope } from './tenant-events.ts';

/** The distinct types of the events in a window, by name (spec section 7); without ends it is the last 720 hours. */
export const tenantEventsTypes = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/rest/v1/tenant_events/types',
  summary: 'Which types of events there are',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.array(z.object({ event_type: z.string() })).max(limits.events.types),
});
