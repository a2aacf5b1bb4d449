import { describe, expect, test } from 'vitest';
import { fakeStorage } from './fakeStorage.ts';
import {
  clearEvents,
  eventsKey,
  ownerKey,
  parkEvents,
  parseEvents,
  readOwner,
  unparkEvents,
  writeEvents,
} from './recentEvents.ts';

const event = (n: number) => ({ id: `e${n}`, timestamp: new Date(n * 60_000).toISOString(), event_id: 4625 });
/** `count` events, newest first, as in a poll's response. */
const events = (count: number) => Array.from({ length: count }, (_, index) => event(count - index));

describe('parseEvents', () => {
  test.each([null, '', '{', 'null', '"text"', '{"a":1}', '12'])('%s is an empty list', (text) => {
    expect(parseEvents(text)).toEqual([]);
  });

  test('keeps the objects of an array and drops other values', () => {
    expect(parseEvents('[{"id":"a"},null,3,"x",{"id":"b"}]')).toEqual([{ id: 'a' }, { id: 'b' }]);
  });
});

describe('writeEvents', () => {
  test('stores all events without a start when there is room', () => {
    const storage = fakeStorage();
    const written = writeEvents(storage, 'tenant-a', events(3));
    expect(written.stored).toBe(3);
    expect(written.text).toBe(storage.getItem(eventsKey));
    expect(parseEvents(storage.getItem(eventsKey))).toEqual(events(3));
    expect(readOwner(storage)).toEqual({ tenantId: 'tenant-a', since: null });
  });

  test.each([400, 1_000, 5_000, 20_000])(
    'with room for %i characters drops the oldest, and only as many as it must',
    (quota) => {
      const storage = fakeStorage(quota);
      const rows = events(500);
      const { stored } = writeEvents(storage, 'tenant-a', rows);
      expect(stored).toBeGreaterThan(0);
      expect(stored).toBeLessThan(500);
      expect(parseEvents(storage.getItem(eventsKey))).toEqual(rows.slice(0, stored));
      expect(readOwner(storage)).toEqual({ tenantId: 'tenant-a', since: rows[stored - 1]?.timestamp });
      const oneMore = JSON.stringify(rows.slice(0, stored + 1));
      expect(() => storage.setItem(eventsKey, oneMore)).toThrow();
    },
  );

  test('has no start once everything fits again', () => {
    const storage = fakeStorage(1_000);
    writeEvents(storage, 'tenant-a', events(100));
    expect(readOwner(storage)?.since).not.toBeNull();
    writeEvents(storage, 'tenant-a', events(3));
    expect(readOwner(storage)?.since).toBeNull();
  });

  test('stores nothing when there is no room at all', () => {
    const storage = fakeStorage(20);
    expect(writeEvents(storage, 'tenant-a', events(3))).toEqual({ stored: 0, text: '[]' });
    expect(storage.getItem(eventsKey)).toBeNull();
    expect(storage.getItem(ownerKey)).toBeNull();
  });

  test("removes another tenant's events before writing the new owner", () => {
    const storage = fakeStorage();
    writeEvents(storage, 'tenant-a', events(3));
    const seen: (string | null)[] = [];
    storage.onSet = (key) => {
      if (key === ownerKey) seen.push(storage.getItem(eventsKey));
    };
    writeEvents(storage, 'tenant-b', events(1));
    expect(seen[0]).toBeNull();
    expect(readOwner(storage)?.tenantId).toBe('tenant-b');
  });

  test('clearEvents removes events and owner', () => {
    const storage = fakeStorage();
    writeEvents(storage, 'tenant-a', events(3));
    clearEvents(storage);
    expect(storage.getItem(eventsKey)).toBeNull();
    expect(readOwner(storage)).toBeNull();
  });
});

test.each(['', '[]', '{"tenantId":3}', '{'])('an owner of the form %s is invalid', (text) => {
  const storage = fakeStorage();
  storage.setItem(ownerKey, text);
  expect(readOwner(storage)).toBeNull();
});

describe('the last tab that closes', () => {
  const tab = (quota?: number) => ({ localStorage: fakeStorage(), sessionStorage: fakeStorage(quota) });

  test('leaves no event in local storage, and restores them after a reload', () => {
    const page = tab();
    writeEvents(page.localStorage, 'tenant-a', events(3));
    parkEvents(page);
    expect(page.localStorage.length).toBe(0);
    unparkEvents(page);
    expect(parseEvents(page.localStorage.getItem(eventsKey))).toEqual(events(3));
    expect(readOwner(page.localStorage)).toEqual({ tenantId: 'tenant-a', since: null });
    expect(page.sessionStorage.length).toBe(0);
  });

  test('drops what session storage has no room for', () => {
    const page = tab(200);
    writeEvents(page.localStorage, 'tenant-a', events(30));
    parkEvents(page);
    expect(page.localStorage.length).toBe(0);
    unparkEvents(page);
    expect(parseEvents(page.localStorage.getItem(eventsKey))).toEqual([]);
  });

  test('does not overwrite what another tab has stored since', () => {
    const page = tab();
    writeEvents(page.localStorage, 'tenant-a', events(3));
    parkEvents(page);
    writeEvents(page.localStorage, 'tenant-b', events(1));
    unparkEvents(page);
    expect(readOwner(page.localStorage)?.tenantId).toBe('tenant-b');
    expect(parseEvents(page.localStorage.getItem(eventsKey))).toEqual(events(1));
    expect(page.sessionStorage.length).toBe(0);
  });
});
