import { declareCall } from '../call.ts';
import { isoTime } from '../entities/fields.ts';
import { eventIdentity } from '../entities/incident.ts';
import { tenantEvent } from '../entities/tenant-event.ts';
import { z } from '../zod.ts';

/**
 * One event: its stored row, and its line of the batch as the agent sent it, which is written by whoever attacks and must be
 * shown as text alone. 404 for another organization's event, and once its batch is past the retention.
 */
export const event = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/events/{id}',
  summary: 'One event with its raw text',
  tag: 'Tables',
  input: z.object({ id: eventIdentity }),
  output: z.object({
    event: tenantEvent,
    /** XML or JSON, at most one line of a batch long. */
    raw: z.string(),
    received_at: isoTime,
  }),
  errors: ['not_found'],
});
