import { limits } from '@scout/contract';
import { type Naming, type Row, STANDARD_NAMING } from '@scout/detection';
import type { Api } from '../api/client.ts';
import { createStore, type Store } from '../store/createStore.ts';
import { prepareText } from '../store/recentEvents.ts';
import { timeZone } from './clock.ts';
import { createEventStore, type EventStore, noEvents } from './eventStore.ts';
import { createFiguresStore, type FiguresStore } from './figures.ts';
import { createFiguresSnapshot, type FiguresSnapshot } from './figuresSnapshot.ts';
import { createPoller, type Poller, type PollerPage, type PollState } from './poller.ts';
import { compactEvent, mergeRows } from './rows.ts';
import { pageSlices, type Slices, visitInSlices } from './slices.ts';

/** Place where a tenant's figures are computed: in this browser from its events, or on the server when the browser does not hold all. */
type FiguresSource = 'browser' | 'server';

/** The recent events of a tenant, kept up to date, and the figures computed from them. */
export interface Feed {
  /** Null while unknown (pendingFeed). */
  readonly tenantId: string | null;
  readonly poller: Poller;
  readonly store: EventStore;
  readonly figures: FiguresStore;
  /** The figures of the last visit, for the first paint. */
  readonly snapshot: FiguresSnapshot;
  /** Null until the first poll's response. */
  readonly source: Store<FiguresSource | null>;
}

export interface FeedCalls {
  tenantEvents: Api['tenantEvents'];
  /** Refetches the server figures shown on screens. */
  refreshFigures(): Promise<void>;
}

export const pollIntervalMs = limits.dashboard.refreshSeconds * 1000;

/** State after a poll, from which the next one asks only for newer events. */
interface Held {
  etag: string;
  cursor: string;
  /** Every row of the response, including those that did not fit into storage. */
  rows: readonly Row[];
  /** The stored rows at that time: different ones mean that another tab changed the storage. */
  shown: readonly Row[];
}

/**
 * Polls a tenant's newest events into local storage: all of them at first, then new ones. If the window holds more events than
 * the server sent, or storage accepts none of them, figures come from the server instead.
 */
export function createFeed(
  tenantId: string,
  page: Window,
  clock: PollerPage,
  calls: FeedCalls,
  { naming = STANDARD_NAMING, slices = pageSlices }: { naming?: Naming; slices?: Slices } = {},
): Feed {
  const store = createEventStore(tenantId, page);
  const figures = createFiguresStore(store, slices, naming);
  const source = createStore<FiguresSource | null>(null);
  let held: Held | null = null;

  async function poll(signal: AbortSignal): Promise<void> {
    const { changed } = await pollEvents(signal);
    if (source.get() === 'server') await calls.refreshFigures();
    // Figures of other ranges, whose panels show their own errors.
    else if (changed) await calls.refreshFigures().catch(() => {});
  }

  /** `changed` is true when events arrived since an earlier poll. */
  async function pollEvents(signal: AbortSignal): Promise<{ changed: boolean }> {
    const answer = await calls.tenantEvents(
      {
        query: { limit: limits.events.queryRows, ...(held !== null && { after: held.cursor }) },
        headers: held === null ? {} : { 'if-none-match': held.etag },
      },
      { signal },
    );
    if (signal.aborted) return { changed: false };
    const changed = held !== null && answer.status === 200;
    const { etag, 'x-scout-cursor': cursor, 'x-scout-from': from } = answer.headers;
    const sent = answer.status === 304 ? [] : answer.body;
    if (sent.some(({ tenant_id }) => tenant_id !== tenantId)) {
      throw new Error('These events belong to another organization.');
    }
    const known = held !== null && answer.headers['x-scout-part'] === 'new' ? held.rows : [];
    const news: Row[] = [];
    await each(signal, sent, (event) => news.push(compactEvent(event)));
    const rows = mergeRows(known, news, { from, limit: limits.events.queryRows });
    await each(signal, rows, prepareText);
    if (signal.aborted) return { changed: false };
    const stored = keep(rows);
    held = { etag, cursor, rows, shown: store.get().rows };
    // The window moves with every poll. The source switches only once its figures are ready.
    await figures.countUntil(clock.now());
    if (signal.aborted) return { changed: false };
    const complete = answer.headers['x-scout-complete'] === 'true';
    source.set(complete && (stored > 0 || rows.length === 0) ? 'browser' : 'server');
    return { changed };
  }

  /** Visits the first poll's thousands of rows between frames; resolves after the last, or when the poll is stopped. */
  const each = <Item>(signal: AbortSignal, items: readonly Item[], visit: (item: Item) => void) =>
    new Promise<void>((ended) =>
      visitInSlices(slices, items, { visit, isGone: () => signal.aborted, ended }),
    );

  /** Stores the rows unless storage already holds them. Returns how many it holds. */
  function keep(rows: readonly Row[]): number {
    const untouched = held !== null && held.shown === store.get().rows;
    const same =
      held !== null && rows.length === held.rows.length && rows.every((row, n) => row === held?.rows[n]);
    return untouched && same ? held!.shown.length : store.write(rows);
  }

  return {
    tenantId,
    poller: createPoller(poll, pollIntervalMs, clock),
    store,
    figures,
    snapshot: createFiguresSnapshot(page.localStorage, tenantId, timeZone),
    source,
  };
}

const nothing = () => {};
const constant = <Value>(value: Value): Store<Value> => ({ get: () => value, subscribe: () => nothing });

/** An empty feed until the organization is known: connecting, without events and requests. */
export const pendingFeed: Feed = {
  tenantId: null,
  poller: {
    ...constant<PollState>({ status: { phase: 'connecting' }, nextAt: null }),
    start: nothing,
    stop: nothing,
    poll: nothing,
    pollForNews: nothing,
  },
  store: { ...constant(noEvents), write: () => 0 },
  figures: { ...constant(null), countUntil: () => Promise.resolve(), want: () => nothing },
  snapshot: { get: () => null, put: nothing },
  source: constant(null),
};
