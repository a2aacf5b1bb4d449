import { declareCall } from '../../call.ts';
import { isoTime, queryNumber } from '../../entities/fields.ts';
import { eventIdentity } from '../../entities/incident.ts';
import { tenantEvent } from '../../entities/tenantEvent.ts';
import { isOrdered, orderFault, windowFields } from '../../entities/window.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const scope = {
  ...windowFields,
  event_type: z.string().min(1).max(256).optional(),
};

/** Which events: a window, and a type as stored or its bare number. */
export const tenantEventsScope = z.object(scope).refine(isOrdered, orderFault);

/** Filters for events. */
export const tenantEventsQuery = z
  .object({
    ...scope,
    limit: queryNumber.pipe(z.number().int().min(1).max(limits.events.queryRows)).optional(),
    /** The `x-scout-cursor` of an earlier answer to the same question: only what came since is sent. */
    after: z.string().min(1).max(limits.events.cursorLength).optional(),
  })
  .refine(isOrdered, orderFault);

const headers = z.object({
  etag: z.string(),
  'cache-control': z.string(),
  /** `true` when the answer holds every event of the window in full; `false` when it was cut by the limit or by its size, or a text in it. */
  'x-scout-complete': z.enum(['true', 'false']),
  /** To be given as `after` the next time. */
  'x-scout-cursor': z.string(),
  /** `new` when the body holds only what came after the cursor; `all` without one, or when it was of no use. */
  'x-scout-part': z.enum(['all', 'new']),
  /** ISO time at which the window begins: what a caller kept from before it has left the answer. */
  'x-scout-from': isoTime,
});

/**
 * The organization's events, newest first, at most 5,000 (spec section 7, table calls), and as many as fit into
 * `limits.events.answerBytes`; a command line longer than `listedTextMax` ends in '…' here and is whole in a look at one event. Both ends of the window are
 * inclusive; without them it is the last 720 hours. Answers 304 when `if-none-match` names the ETag it would send. With
 * `after`, events that arrived late with old times are among the new ones; one may come twice, under the same id.
 */
export const tenantEvents = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/rest/v1/tenant_events',
  summary: "The organization's security events",
  tag: 'Tables',
  inputStructure: 'detailed',
  outputStructure: 'detailed',
  input: z.object({
    query: tenantEventsQuery.optional(),
    headers: z.object({ 'if-none-match': z.string().optional() }).optional(),
  }),
  output: z.discriminatedUnion('status', [
    z.object({ status: z.literal(200), headers, body: z.array(tenantEvent).max(limits.events.queryRows) }),
    z.object({ status: z.literal(304), headers, body: z.undefined().optional() }),
  ]),
});

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
