import { describe, expect, test, vi } from 'vitest';
import { fakePage, fakeStorage, storageEvent } from '../store/fakeStorage.ts';
import { eventsKey, eventsUpdated, forgetEvents, ownerKey } from '../store/recentEvents.ts';
import { createEventStore } from './eventStore.ts';

const rows = [
  { id: 'b', timestamp: '2026-11-21T10:00:00.000Z' },
  { id: 'a', timestamp: '2026-11-21T09:00:00.000Z' },
];

function open(tenantId = 'tenant-a', page = fakePage()) {
  const store = createEventStore(tenantId, page);
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  return { page, store, listener, stop };
}

describe('createEventStore', () => {
  test('reads stored events at the first subscription', () => {
    const { page, stop } = open();
    page.localStorage.setItem(ownerKey, JSON.stringify({ tenantId: 'tenant-a', since: null }));
    page.localStorage.setItem(eventsKey, JSON.stringify(rows));
    stop();
    expect(open('tenant-a', page).store.get().rows).toEqual(rows);
  });

  test("never shows another tenant's events", () => {
    const { page, store } = open('tenant-a');
    store.write(rows);
    expect(open('tenant-b', page).store.get().rows).toEqual([]);
  });

  test('never shows events without an owner', () => {
    const page = fakePage();
    page.localStorage.setItem(eventsKey, JSON.stringify(rows));
    expect(open('tenant-a', page).store.get().rows).toEqual([]);
  });

  test.each([
    ['the storage event of its key', storageEvent(eventsKey)],
    ['the storage event of a cleared storage', storageEvent(null)],
    ["'scout:events-updated'", new Event(eventsUpdated)],
  ])('reloads on %s', (_, event) => {
    const { page, store, listener } = open();
    store.write(rows);
    listener.mockClear();
    page.localStorage.setItem(eventsKey, JSON.stringify(rows.slice(1)));
    page.dispatchEvent(event);
    expect(store.get().rows).toEqual(rows.slice(1));
    expect(listener).toHaveBeenCalledOnce();
  });

  test('ignores the storage event of another key', () => {
    const { page, store, listener } = open();
    store.write(rows);
    listener.mockClear();
    page.localStorage.setItem(eventsKey, '[]');
    page.dispatchEvent(storageEvent('theme'));
    expect(listener).not.toHaveBeenCalled();
  });

  test('an unparseable text is an empty list', () => {
    const { page, store } = open();
    store.write(rows);
    page.localStorage.setItem(eventsKey, '[{"id":');
    page.dispatchEvent(new Event(eventsUpdated));
    expect(store.get().rows).toEqual([]);
  });

  test('keeps the same rows, so that figures stay memoized, when nothing changed', () => {
    const { page, store, listener } = open();
    store.write(rows);
    const before = store.get();
    listener.mockClear();
    page.dispatchEvent(new Event(eventsUpdated));
    expect(store.get()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
  });

  test('a write notifies listeners once and fires the custom event', () => {
    const { page, store, listener } = open();
    const heard = vi.fn();
    page.addEventListener(eventsUpdated, heard);
    expect(store.write(rows)).toBe(2);
    expect(listener).toHaveBeenCalledOnce();
    expect(heard).toHaveBeenCalledOnce();
    expect(store.get()).toMatchObject({ rows, since: null });
  });

  test('reports the start of its events when the quota dropped some', () => {
    const { store } = open('tenant-a', fakePage(fakeStorage(180)));
    expect(store.write(rows)).toBe(1);
    expect(store.get()).toMatchObject({ rows: rows.slice(0, 1), since: rows[0]?.timestamp });
  });

  test('is emptied by a sign-out', () => {
    const { page, store } = open();
    store.write(rows);
    forgetEvents(page);
    expect(store.get().rows).toEqual([]);
    expect(page.localStorage.length).toBe(0);
  });

  test('stops listening to the page after the last unsubscription', () => {
    const { page, store, listener, stop } = open();
    stop();
    page.localStorage.setItem(ownerKey, JSON.stringify({ tenantId: 'tenant-a', since: null }));
    page.localStorage.setItem(eventsKey, JSON.stringify(rows));
    page.dispatchEvent(new Event(eventsUpdated));
    expect(listener).not.toHaveBeenCalled();
    expect(store.get().rows).toEqual([]);
  });
});
