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

/** Scope of events: a window, and a type as stored or its bare number. */
export const tenantEventsScope = z.object(scope).refine(isOrdered, orderFault);

/** Filters for events. */
export const tenantEventsQuery = z
  .object({
    ...scope,
    limit: queryNumber.pipe(z.number().int().min(1).max(limits.events.queryRows)).optional(),
    /** The `x-scout-cursor` of an earlier response to the same query: only newer events are returned. */
    after: z.string().min(1).max(limits.events.cursorLength).optional(),
  })
  .refine(isOrdered, orderFault);

const headers = z.object({
  etag: z.string(),
  'cache-control': z.string(),
  /**
   * `true` when the response holds every event of the window in full; `false` when the row limit, the size limit or a shortened
   * text cut it.
   */
  'x-scout-complete': z.enum(['true', 'false']),
  /** Value of `after` for the next request. */
  'x-scout-cursor': z.string(),
  /** `new` when the body holds only events after the cursor; `all` without a usable cursor. */
  'x-scout-part': z.enum(['all', 'new']),
  /** ISO time of the window's start: cached events from before it are no longer part of the result. */
  'x-scout-from': isoTime,
});

/**
 * The organization's events, newest first: at most 5,000 (spec section 7, table calls), and within `limits.events.answerBytes`. A
 * command line longer than `listedTextMax` ends in '…' here; the single-event call returns it in full. Both ends of the window
 * are inclusive; the default is the last 720 hours. Responds 304 when `if-none-match` equals the current ETag. With `after`, new
 * events include late arrivals with old times; an event may be returned twice, under the same id.
 */
export const tenantEvents = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
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

/** Number of events in a report of this window and type. */
export const tenantEventsCount = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
  method: 'GET',
  path: '/rest/v1/tenant_events/count',
  summary: 'How many events a report would hold',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.object({ count: z.number().int().nonnegative() }),
});

/** Distinct event types in a window, by name (spec section 7); the default window is the last 720 hours. */
export const tenantEventsTypes = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
  method: 'GET',
  path: '/rest/v1/tenant_events/types',
  summary: 'Types of events',
  tag: 'Tables',
  input: tenantEventsScope,
  output: z.array(z.object({ event_type: z.string() })).max(limits.events.types),
});

/**
 * One event: its stored row and its line of the batch as the agent sent it. The line is attacker-controlled and must be rendered
 * as plain text. 404 for another organization's event, and after the batch's retention.
 */
export const event = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
  method: 'GET',
  path: '/api/v1/events/{id}',
  summary: 'One event with its raw text',
  tag: 'Tables',
  input: z.object({ id: eventIdentity }),
  output: z.object({
    event: tenantEvent,
    /** XML or JSON, at most as long as one line of a batch. */
    raw: z.string(),
    received_at: isoTime,
  }),
  errors: ['not_found'],
});
