import { contract, limits } from '@scout/contract';
import { readTenantEvents, tenantEventsVersion, windowOf } from '../queries/tenant-events.ts';
import { implementCall } from './implementCall.ts';

export const tenantEvents = implementCall(contract.tenantEvents, async (input, { app, tx, member }) => {
  const query = input.query ?? {};
  const scope = {
    tenantId: member.tenantId,
    ...windowOf(query, app.clock.now()),
    eventType: query.event_type,
  };
  const version = await tenantEventsVersion(tx, scope, query);
  const known = knownTag(input.headers?.['if-none-match'], version);
  if (known) return { status: 304 as const, headers: headersOf(known.tag, known.complete), body: undefined };
  const { events, complete } = await readTenantEvents(tx, scope, query.limit ?? limits.events.queryRows);
  return { status: 200 as const, headers: headersOf(tagOf(version, complete), complete), body: events };
});

/** Weak, because the body may go out compressed or not; it carries the completeness, which a 304 repeats without reading rows. */
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

function headersOf(etag: string, complete: boolean) {
  return {
    etag,
    'cache-control': 'private, no-cache',
    'x-scout-complete': complete ? ('true' as const) : ('false' as const),
  };
}
