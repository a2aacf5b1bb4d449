import { limits } from '@scout/contract';
import type { Row } from '@scout/detection';
import type { Api } from '../api/client.ts';
import { createFiguresSnapshot, type FiguresSnapshot } from './figuresSnapshot.ts';
import { leanRow } from './leanRow.ts';
import { createMatchedEvents, type MatchedEvents, pageSlices, type Slices } from './matched.ts';
import { mergeRows } from './mergeRows.ts';
import { createPoller, type Poller, type PollerPage } from './poller.ts';
import { createEventStore, type EventStore } from './store.ts';
import { timeZone } from './timeZone.ts';

/** Where a tenant's figures come from: the events in this browser, or the server when these are not all. */
export type FiguresSource = 'browser' | 'server';

/** The recent events of a tenant, kept fresh. */
export interface Feed {
  /** Whose events; null while that is not known (awaitedFeed.ts). */
  readonly tenantId: string | null;
  readonly store: EventStore;
  /** The store's events, as figures are computed from them. */
  readonly matched: MatchedEvents;
  /** What was shown last, for the first paint. */
  readonly snapshot: FiguresSnapshot;
  readonly poller: Poller;
  /** Null until the first poll has answered. */
  source(): FiguresSource | null;
  onSource(listener: () => void): () => void;
}

export interface FeedCalls {
  tenantEvents: Api['tenantEvents'];
  /** Fetches again the figures that screens show from the server. */
  refreshFigures(): Promise<void>;
}

export const pollIntervalMs = limits.dashboard.refreshSeconds * 1000;

/** What this tab knows after a poll; the next one asks only for what came since. */
interface Held {
  etag: string;
  cursor: string;
  /** Every row of the answer, also those that storage had no room for. */
  rows: readonly Row[];
  /** What the store showed of them: anything else means that storage was changed by somebody else. */
  shown: readonly Row[];
}

/**
 * Polls a tenant's newest events into local storage: all of them at first, then what is new. When the server says that the
 * window holds more than it sent, or storage takes none of them, figures must come from the server instead.
 */
export function createFeed(
  tenantId: string,
  page: Window,
  clock: PollerPage,
  calls: FeedCalls,
  slices: Slices = pageSlices,
): Feed {
  const store = createEventStore(tenantId, page);
  const matched = createMatchedEvents(store, slices);
  const listeners = new Set<() => void>();
  let source: FiguresSource | null = null;
  let held: Held | null = null;

  function become(next: FiguresSource): void {
    if (next === source) return;
    source = next;
    for (const listener of listeners) listener();
  }

  async function poll(signal: AbortSignal): Promise<void> {
    const { changed } = await pollEvents(signal);
    if (source === 'server') await calls.refreshFigures();
    // Those of another range, which say themselves when they cannot be had.
    else if (changed) await calls.refreshFigures().catch(() => {});
  }

  /** `changed` when events came after those of an earlier poll. */
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
    const rows = mergeRows(known, sent.map(leanRow), { from, limit: limits.events.queryRows });
    const stored = keep(rows);
    held = { etag, cursor, rows, shown: store.get().rows };
    // Figures come from here only once there are some.
    await matched.settled();
    if (signal.aborted) return { changed: false };
    const complete = answer.headers['x-scout-complete'] === 'true';
    become(complete && (stored > 0 || rows.length === 0) ? 'browser' : 'server');
    return { changed };
  }

  /** Stores the rows unless storage holds just these. Returns how many it holds. */
  function keep(rows: readonly Row[]): number {
    const untouched = held !== null && held.shown === store.get().rows;
    const same =
      held !== null && rows.length === held.rows.length && rows.every((row, n) => row === held?.rows[n]);
    return untouched && same ? held!.shown.length : store.write(rows);
  }

  return {
    tenantId,
    store,
    matched,
    snapshot: createFiguresSnapshot(page.localStorage, tenantId, timeZone),
    poller: createPoller(poll, pollIntervalMs, clock),
    source: () => source,
    onSource(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
