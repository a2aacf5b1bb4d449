import type { Row } from '@scout/detection';

/** The recent events of the signed-in tenant, a JSON array, newest first (spec section 3). */
export const eventsKey = 'scout_recent_events';
/** Whose events those are, and from when if the oldest had to be dropped. */
export const ownerKey = 'scout_recent_events_owner';
/** What the dashboards showed of those events last, for their first paint (figuresSnapshot.ts). */
export const figuresKey = 'scout_recent_figures';
/** Fired on the window after the events in storage changed in this tab. */
export const eventsUpdated = 'scout:events-updated';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Owner {
  tenantId: string;
  /** ISO time of the oldest event that was kept; null when none was dropped. */
  since: string | null;
}

/** The events of a stored text; whatever is not a JSON array of objects is an empty list. */
export function parseEvents(text: string | null): Row[] {
  const value = parse(text);
  return Array.isArray(value)
    ? value.filter((row): row is Row => typeof row === 'object' && row !== null)
    : [];
}

/** Whose events are in storage; null when nobody's. */
export function readOwner(storage: Store): Owner | null {
  const value = parse(storage.getItem(ownerKey));
  if (typeof value !== 'object' || value === null || !('tenantId' in value)) return null;
  if (typeof value.tenantId !== 'string') return null;
  const since = 'since' in value && typeof value.since === 'string' ? value.since : null;
  return { tenantId: value.tenantId, since };
}

/** Removes every stored event, what was shown of them, and whose they were. */
export function clearEvents(storage: Store): void {
  storage.removeItem(figuresKey);
  storage.removeItem(eventsKey);
  storage.removeItem(ownerKey);
}

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'>;

/** What of the events is kept when the last tab closes; figures first, so that they have room in any case. */
const parked = [ownerKey, figuresKey, eventsKey];

/**
 * Moves what is stored of events to this tab's own storage, which a reload keeps and the browser forgets with the tab: the last tab
 * that closes leaves no event behind. What has no room there is dropped and fetched again.
 */
export function parkEvents({ localStorage, sessionStorage }: Storages): void {
  for (const key of parked) {
    const text = localStorage.getItem(key);
    if (text !== null && !put(sessionStorage, key, text)) sessionStorage.removeItem(key);
  }
  clearEvents(localStorage);
}

/** Brings back what this tab parked, unless another tab has stored events since. */
export function unparkEvents({ localStorage, sessionStorage }: Storages): void {
  const isFree = localStorage.getItem(ownerKey) === null;
  for (const key of parked) {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (text !== null && isFree) put(localStorage, key, text);
  }
}

/**
 * Stores a tenant's events, newest first. When the quota is full the oldest are dropped until the rest fits.
 * @returns how many were stored, and their text. Another tenant's events are removed before anything is written.
 */
export function writeEvents(
  storage: Store,
  tenantId: string,
  rows: readonly Row[],
): { stored: number; text: string } {
  if (readOwner(storage)?.tenantId !== tenantId) clearEvents(storage);
  const texts = rows.map(textOf);
  const text = (count: number) => `[${texts.slice(0, count).join(',')}]`;
  const putOwner = (since: string | null) => put(storage, ownerKey, JSON.stringify({ tenantId, since }));

  // The owner goes first and takes its full length, so that events cannot leave it without room.
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

/** A row as JSON, written once: most rows of a poll were there at the last. A row does not change. */
function textOf(row: Row): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(row);
  texts.set(row, text);
  return text;
}

/**
 * The largest count from 0 to `most` that fits, tried from the top, then by binary search; -1 when none does. The last
 * try that fitted is the answer, so a try that stores what it is asked for has stored just that.
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

/** False when the quota is full; a failed write leaves what was stored before. */
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
