import type { Row } from '@scout/detection';
import { keepRows } from './keepRows.ts';
import {
  clearEvents,
  eventsKey,
  eventsUpdated,
  ownerKey,
  parseEvents,
  readOwner,
  writeEvents,
} from './storage.ts';

/** The stored events of one tenant as a screen sees them. */
export interface StoredEvents {
  /** Newest first. The same array as long as nothing changed, so figures can be memoised by it. */
  readonly rows: readonly Row[];
  /** ISO time of the oldest event that storage had room for; null when none was dropped. */
  readonly since: string | null;
  /** When they last changed, epoch ms: the moment that figures of them are computed for, at the earliest. */
  readonly at: number;
}

export interface EventStore {
  get(): StoredEvents;
  subscribe(listener: () => void): () => void;
  /** Replaces the stored events and tells every listener, here and in other tabs. Returns how many had room. */
  write(rows: readonly Row[]): number;
}

const none: StoredEvents = { rows: [], since: null, at: 0 };

/**
 * The events in local storage, reloaded on the `storage` event of their key and on 'scout:events-updated' (spec
 * section 4). Events of another tenant are never shown: they count as none.
 */
export function createEventStore(tenantId: string, page: Window): EventStore {
  const { localStorage: storage } = page;
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let current = none;

  function reload(): void {
    const next = storage.getItem(eventsKey);
    const owner = readOwner(storage);
    if (owner?.tenantId !== tenantId) {
      text = null;
      become(none);
      return;
    }
    // Megabytes of text: parsed again only when they differ.
    const rows = next === text ? current.rows : keepRows(current.rows, parseEvents(next));
    text = next;
    if (rows !== current.rows || owner.since !== current.since)
      become({ rows, since: owner.since, at: Date.now() });
  }

  function become(next: StoredEvents): void {
    if (next === current) return;
    current = next;
    for (const listener of listeners) listener();
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === null || event.key === eventsKey || event.key === ownerKey) reload();
  }

  return {
    get: () => current,
    subscribe(listener) {
      if (listeners.size === 0) {
        page.addEventListener('storage', onStorage);
        page.addEventListener(eventsUpdated, reload);
        reload();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        page.removeEventListener('storage', onStorage);
        page.removeEventListener(eventsUpdated, reload);
      };
    },
    write(rows) {
      const written = writeEvents(storage, tenantId, rows);
      text = written.text;
      become({
        rows: keepRows(current.rows, rows.slice(0, written.stored)),
        since: readOwner(storage)?.since ?? null,
        at: Date.now(),
      });
      page.dispatchEvent(new Event(eventsUpdated));
      return written.stored;
    },
  };
}

/** Forgets the stored events of whoever was signed in, in this tab and the others. */
export function forgetEvents(page: Window): void {
  clearEvents(page.localStorage);
  page.dispatchEvent(new Event(eventsUpdated));
}
