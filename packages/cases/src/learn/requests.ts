import { DAY } from '@scout/detection/time';
import { addMark, type Bucket } from '../fold/bucket.ts';
import type { Ticket } from '../fold/tickets.ts';
import type { Request, TenantState, WeakUse } from '../state.ts';
import { resolved } from './activity.ts';
import type { Tenant } from './tenant.ts';

/** Accounts of which the services that they ask for are remembered, and services of one: whoever asks for more asks for any. */
const REQUESTERS_LIMIT = 20_000;
export const SERVICES_LIMIT = 64;
/** Accounts and machines whose requests are compared on one day, and what each of them asks for. */
const DAY_LIMIT = 4_096;
const REQUESTS_LIMIT = 1_000;
/** Uses of RC4; those of the longest ago are forgotten first. */
const WEAK_LIMIT = 20_000;
const WEAK_DAYS = 90;
const REQUESTER_DAYS = 400;
/** Factor by which a map may exceed its limit before it is cut. */
const SLACK = 1.25;

/** Records the requests of an hour: what they asked for, what nothing proved, and what used RC4. */
export function noteTickets(tenant: Tenant, { tickets }: Bucket): void {
  const { state } = tenant;
  const order = [...tickets].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, ticket] of order) {
    if (state.ticketsSince < 0) state.ticketsSince = state.day;
    const { requester, service, source, address, first, isOpen } = ticket;
    const kind = service === null ? 'ticket' : 'service-ticket';
    const client = resolved(tenant, { source, address, kind, first });
    noteWeakness(tenant, ticket, client ?? '');
    if (client === null) continue;
    if (isOpen && tenant.isService(requester)) note(state.unproved, [client, requester], ticket, client);
    // A machine asks for what it runs; a managed account has a dollar sign too.
    const isMachine = requester.endsWith('$') && !tenant.isService(requester);
    if (service !== null && service !== requester && !isMachine && tenant.isService(service))
      note(state.requests, [requester, service], ticket, client);
  }
}

function note(
  map: Map<string, Map<string, Request>>,
  [of, named]: readonly [string, string],
  { count, first, last, weakness, marks }: Ticket,
  client: string,
): void {
  let all = map.get(of);
  if (all === undefined) {
    if (map.size >= DAY_LIMIT) return;
    all = new Map();
    map.set(of, all);
  }
  const known = all.get(named);
  if (known === undefined) {
    if (all.size < REQUESTS_LIMIT)
      all.set(named, { client, count, first, last, isWeak: weakness !== null, marks: [...marks] });
    return;
  }
  known.count += count;
  known.first = Math.min(known.first, first);
  known.last = Math.max(known.last, last);
  known.isWeak ||= weakness !== null;
  for (const mark of marks) addMark(known.marks, mark);
}

function noteWeakness(tenant: Tenant, ticket: Ticket, client: string): void {
  const { requester, service, weakness, count, first, last, marks } = ticket;
  const account = service ?? requester;
  if (weakness === null || !tenant.isService(account)) return;
  const { weak } = tenant.state;
  const by = service === null ? null : requester;
  const key = JSON.stringify([account, by, client, weakness]);
  const mark = marks[0] ?? null;
  const known: WeakUse | undefined = weak.get(key);
  if (known === undefined) {
    weak.set(key, { account, requester: by, client, weakness, count, first, last, mark });
    return;
  }
  known.count += count;
  known.first = Math.min(known.first, first);
  known.last = Math.max(known.last, last);
  if (mark !== null && mark.time > (known.mark?.time ?? 0)) known.mark = mark;
}

/** Ends the day of requests: what was asked for is known from now on. */
export function rememberTickets(state: TenantState): void {
  const { asked, requests, unproved, weak, day } = state;
  for (const [requester, services] of requests) {
    const known = asked.get(requester) ?? { services: [], last: day };
    known.last = day;
    for (const service of services.keys())
      if (known.services.length < SERVICES_LIMIT && !known.services.includes(service))
        known.services.push(service);
    asked.set(requester, known);
  }
  requests.clear();
  unproved.clear();
  for (const [requester, { last }] of asked) if (day - last > REQUESTER_DAYS) asked.delete(requester);
  cut(asked, REQUESTERS_LIMIT);
  const oldest = (day - WEAK_DAYS) * DAY;
  for (const [key, { last }] of weak) if (last < oldest) weak.delete(key);
  cut(weak, WEAK_LIMIT);
}

/** Keeps the entries used last, whatever order they came in. */
function cut(map: Map<string, { last: number }>, limit: number): void {
  if (map.size <= limit * SLACK) return;
  const order = [...map].sort(([a, { last: x }], [b, { last: y }]) => y - x || (a < b ? -1 : 1));
  for (const [key] of order.slice(limit)) map.delete(key);
}
