import type { Row } from '@scout/detection';

/** The recent events of the signed-in tenant, a JSON array, newest first (spec section 3). */
export const eventsKey = 'scout_recent_events';
/** The tenant of those events, and their start time if the oldest were dropped. */
export const ownerKey = 'scout_recent_events_owner';
/** The last figures of those events, for the first paint (events/figuresSnapshot.ts). */
export const figuresKey = 'scout_recent_figures';
/** Recent entries of the command palette (app/palette/recent.ts). They name accounts and hosts, so they are removed with the events. */
export const recentEntriesKey = 'scout_recent_entries';
/** Fired on the window after the events in storage changed in this tab. */
export const eventsUpdated = 'scout:events-updated';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Owner {
  tenantId: string;
  /** ISO time of the oldest stored event; null when none was dropped. */
  since: string | null;
}

/** Parses stored events; empty unless the text is a JSON array of objects. */
export function parseEvents(text: string | null): Row[] {
  const value = parse(text);
  return Array.isArray(value)
    ? value.filter((row): row is Row => typeof row === 'object' && row !== null)
    : [];
}

/** The owner of the stored events, or null. */
export function readOwner(storage: Store): Owner | null {
  const value = parse(storage.getItem(ownerKey));
  if (typeof value !== 'object' || value === null || !('tenantId' in value)) return null;
  if (typeof value.tenantId !== 'string') return null;
  const since = 'since' in value && typeof value.since === 'string' ? value.since : null;
  return { tenantId: value.tenantId, since };
}

/** Removes the stored events, their figures and owner, and recent entries of the palette. */
export function clearEvents(storage: Store): void {
  storage.removeItem(recentEntriesKey);
  storage.removeItem(figuresKey);
  storage.removeItem(eventsKey);
  storage.removeItem(ownerKey);
}

/** Removes the stored events and announces this, in this tab and the others. */
export function forgetEvents(page: Window): void {
  clearEvents(page.localStorage);
  page.dispatchEvent(new Event(eventsUpdated));
}

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'>;

/** Keys moved when the last tab closes; figures before events, so that they always fit. */
const parked = [ownerKey, recentEntriesKey, figuresKey, eventsKey];

/**
 * Moves the stored events to session storage, which survives a reload but not the tab: the last tab that closes leaves no event behind.
 * Events that do not fit are dropped and fetched again.
 */
export function parkEvents({ localStorage, sessionStorage }: Storages): void {
  for (const key of parked) {
    const text = localStorage.getItem(key);
    if (text !== null && !put(sessionStorage, key, text)) sessionStorage.removeItem(key);
  }
  clearEvents(localStorage);
}

/** Restores the events that this tab parked, unless another tab has stored events since. */
export function unparkEvents({ localStorage, sessionStorage }: Storages): void {
  const isFree = localStorage.getItem(ownerKey) === null;
  for (const key of parked) {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (text !== null && isFree) put(localStorage, key, text);
  }
}

/**
 * Stores a tenant's events, newest first, and drops the oldest until the rest fits. Another tenant's events are removed first.
 * @returns the number of stored events, and their text
 */
export function writeEvents(
  storage: Store,
  tenantId: string,
  rows: readonly Row[],
): { stored: number; text: string } {
  if (readOwner(storage)?.tenantId !== tenantId) clearEvents(storage);
  const texts = rows.map(prepareText);
  const text = (count: number) => `[${texts.slice(0, count).join(',')}]`;
  const putOwner = (since: string | null) => put(storage, ownerKey, JSON.stringify({ tenantId, since }));

  // The owner is written first at its full length, so that it always fits.
  const stored = putOwner(timeOf(rows[0]))
    ? largestFitting(texts.length, (count) => put(storage, eventsKey, text(count)))
    : -1;
  if (stored < 0 || !putOwner(stored < rows.length ? timeOf(rows[stored - 1]) : null)) {
    clearEvents(storage);
    return { stored: 0, text: '[]' };
  }
  return { stored, text: text(stored) };
}

const texts = new WeakMap<Row, string>();

/** A row as JSON, cached, because rows do not change and most recur in every poll: prepared, thousands are written at once. */
export function prepareText(row: Row): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(row);
  texts.set(row, text);
  return text;
}

/**
 * The largest count from 0 to `most` that fits, tried from the top, then by binary search; -1 when none does. The last successful
 * attempt is the result, so after a `fits` that stores, exactly that count is stored.
 */
function largestFitting(most: number, fits: (count: number) => boolean): number {
  if (fits(most)) return most;
  let low = -1;
  let high = most;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns false when the quota is full; a failed write keeps the previous value. */
function put(storage: Store, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function timeOf(row: Row | undefined): string {
  return typeof row?.timestamp === 'string' ? row.timestamp : new Date().toISOString();
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
