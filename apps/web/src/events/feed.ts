import { limits } from '@scout/contract';
import type { Api } from '../api/client.ts';
import { createPoller, type Poller, type PollerPage } from './poller.ts';
import { createEventStore, type EventStore } from './store.ts';

/** Where a tenant's figures come from: the events in this browser, or the server when these are not all. */
export type FiguresSource = 'browser' | 'server';

/** The recent events of a tenant, kept fresh. */
export interface Feed {
  readonly store: EventStore;
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

/**
 * Polls a tenant's newest events into local storage. When the server says that the window holds more than it sent, or
 * storage takes none of them, figures must come from the server instead.
 */
export function createFeed(tenantId: string, page: Window, clock: PollerPage, calls: FeedCalls): Feed {
  const store = createEventStore(tenantId, page);
  const listeners = new Set<() => void>();
  let source: FiguresSource | null = null;
  let held: { etag: string; rows: unknown } | null = null;

  function become(next: FiguresSource): void {
    if (next === source) return;
    source = next;
    for (const listener of listeners) listener();
  }

  async function poll(signal: AbortSignal): Promise<void> {
    await pollEvents(signal);
    if (source === 'server') await calls.refreshFigures();
  }

  async function pollEvents(signal: AbortSignal): Promise<void> {
    // An ETag stands for what this tab last stored: if that was replaced since, everything is asked for again.
    const known = held !== null && held.rows === store.get().rows ? { 'if-none-match': held.etag } : {};
    const answer = await calls.tenantEvents(
      { query: { limit: limits.events.queryRows }, headers: known },
      { signal },
    );
    if (signal.aborted || answer.status === 304) return;
    const stored = store.write(answer.body);
    held = { etag: answer.headers.etag, rows: store.get().rows };
    const complete = answer.headers['x-scout-complete'] === 'true';
    become(complete && (stored > 0 || answer.body.length === 0) ? 'browser' : 'server');
  }

  return {
    store,
    poller: createPoller(poll, pollIntervalMs, clock),
    source: () => source,
    onSource(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
