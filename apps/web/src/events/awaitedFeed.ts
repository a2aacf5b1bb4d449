import type { Feed } from './feed.ts';

const nothing = () => {};
const never = () => nothing;
const noEvents = { rows: [], since: null, at: 0 };
const connecting = { status: { phase: 'connecting' }, nextAt: null } as const;

/** Stands in while it is not known whose events a page may show: it holds none, asks for none, and says that it is connecting. */
export const awaitedFeed: Feed = {
  tenantId: null,
  store: { get: () => noEvents, subscribe: never, write: () => 0 },
  matched: { get: () => null, subscribe: never, settled: () => Promise.resolve() },
  snapshot: { get: () => null, put: nothing },
  poller: {
    get: () => connecting,
    subscribe: never,
    start: nothing,
    stop: nothing,
    poll: nothing,
    pollForNews: nothing,
  },
  source: () => null,
  onSource: never,
};
