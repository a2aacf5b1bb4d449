import { contract, limits } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { implementCall } from '../services.ts';
import { countTenantEvents, tenantEventTypes } from '../sql/countedEvents.ts';
import { cursorAt, openCursor, sealCursor } from '../sql/eventCursor.ts';
import { readRawEvent } from '../sql/rawEvent.ts';
import { readTenantEvents, tenantEventsState, windowOf } from '../sql/tenantEvents.ts';

export const tenantEvents = implementCall(contract.tenantEvents, async (input, { app, tx, member }) => {
  const { after, ...query } = input.query ?? {};
  const scope = {
    tenantId: member.tenantId,
    ...windowOf(query, app.clock.now()),
    eventType: query.event_type,
  };
  // Read before the rows, so that neither tag nor cursor is newer than the rows.
  const { version, snapshot } = await tenantEventsState(tx, scope, query);
  const here = cursorAt(scope, query, snapshot);
  const since = after === undefined ? null : await openCursor(app.cursorSeal, after, here);
  const cursor = await sealCursor(app.cursorSeal, here);
  const headersOf = (tag: string, complete: boolean, part: 'all' | 'new') => ({
    etag: tag,
    'cache-control': 'private, no-cache',
    'x-scout-complete': complete ? ('true' as const) : ('false' as const),
    'x-scout-cursor': cursor,
    'x-scout-part': part,
    'x-scout-from': scope.from,
  });

  const known = knownTag(input.headers?.['if-none-match'], version);
  if (known)
    return { status: 304 as const, headers: headersOf(known.tag, known.complete, 'new'), body: undefined };
  const { queryRows, listedTextMax, answerBytes } = limits.events;
  const budget = { rows: query.limit ?? queryRows, text: listedTextMax, bytes: answerBytes };
  const { events, complete } = await readTenantEvents(tx, scope, budget, since);
  const headers = headersOf(tagOf(version, complete), complete, since === null ? 'all' : 'new');
  return { status: 200 as const, headers, body: events };
});

/** Weak, because the body may be compressed or not; includes the completeness, which a 304 repeats without reading rows. */
const tagOf = (version: string, complete: boolean): string => `W/"${version}.${complete ? 'whole' : 'cut'}"`;

function knownTag(
  header: string | undefined,
  version: string,
): { tag: string; complete: boolean } | undefined {
  const tags = header?.split(',').map((tag) => tag.trim()) ?? [];
  for (const complete of [true, false]) {
    const tag = tagOf(version, complete);
    if (tags.includes(tag)) return { tag, complete };
  }
  return undefined;
}

export const tenantEventsCount = implementCall(
  contract.tenantEventsCount,
  async (query, { app, tx, member }) => {
    const now = app.clock.now();
    const scope = { tenantId: member.tenantId, ...windowOf(query, now), eventType: query.event_type };
    const { count } = await countTenantEvents(tx, scope);
    return { count };
  },
);

export const tenantEventsTypes = implementCall(
  contract.tenantEventsTypes,
  async (query, { app, tx, member }) => {
    const now = app.clock.now();
    const scope = { tenantId: member.tenantId, ...windowOf(query, now), eventType: query.event_type };
    return tenantEventTypes(tx, scope);
  },
);

export const event = implementCall(contract.event, async ({ id }, { tx, member }) => {
  const found = await readRawEvent(tx, member.tenantId, id);
  if (found === undefined) throw new Refusal('not_found', { message: 'This event is no longer stored.' });
  return found;
});
