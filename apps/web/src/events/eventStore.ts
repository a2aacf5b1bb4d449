import type { Row } from '@scout/detection';
import { createStore, type Store } from '../store/createStore.ts';
import {
  eventsKey,
  eventsUpdated,
  ownerKey,
  parseEvents,
  readOwner,
  writeEvents,
} from '../store/recentEvents.ts';
import { reuseRows } from './rows.ts';

/** The stored events of one tenant. */
export interface StoredEvents {
  /** Newest first. The same array until something changes, so that figures can be memoized by it. */
  readonly rows: readonly Row[];
  /** ISO time of the oldest event that fit into storage; null when none was dropped. */
  readonly since: string | null;
  /** Time of their last change, epoch ms: the earliest time that figures are computed for. */
  readonly at: number;
}

export interface EventStore extends Store<StoredEvents> {
  /** Replaces the stored events and notifies all listeners, also in other tabs. Returns how many events fit. */
  write(rows: readonly Row[]): number;
}

export const noEvents: StoredEvents = { rows: [], since: null, at: 0 };

/**
 * The events in local storage, reloaded on the `storage` event of their key and on 'scout:events-updated' (spec section 4). Events of
 * another tenant count as none.
 */
export function createEventStore(tenantId: string, page: Window): EventStore {
  const { localStorage: storage } = page;
  let text: string | null = null;
  const events = createStore(noEvents, () => {
    page.addEventListener('storage', onStorage);
    page.addEventListener(eventsUpdated, reload);
    reload();
    return () => {
      page.removeEventListener('storage', onStorage);
      page.removeEventListener(eventsUpdated, reload);
    };
  });

  function reload(): void {
    const next = storage.getItem(eventsKey);
    const owner = readOwner(storage);
    if (owner?.tenantId !== tenantId) {
      text = null;
      events.set(noEvents);
      return;
    }
    // Megabytes of text, so only parsed when it changed.
    const current = events.get();
    const rows = next === text ? current.rows : reuseRows(current.rows, parseEvents(next));
    text = next;
    if (rows !== current.rows || owner.since !== current.since)
      events.set({ rows, since: owner.since, at: Date.now() });
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === null || event.key === eventsKey || event.key === ownerKey) reload();
  }

  return {
    get: events.get,
    subscribe: events.subscribe,
    write(rows) {
      const written = writeEvents(storage, tenantId, rows);
      text = written.text;
      events.set({
        rows: reuseRows(events.get().rows, rows.slice(0, written.stored)),
        since: readOwner(storage)?.since ?? null,
        at: Date.now(),
      });
      page.dispatchEvent(new Event(eventsUpdated));
      return written.stored;
    },
  };
}
