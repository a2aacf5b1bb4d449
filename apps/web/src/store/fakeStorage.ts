/** A `Storage` for tests: at most `quota` characters of keys and values, then it throws like browsers. */
export function fakeStorage(quota = Number.POSITIVE_INFINITY) {
  const entries = new Map<string, string>();
  const used = (except: string) =>
    [...entries].reduce((sum, [key, value]) => (key === except ? sum : sum + key.length + value.length), 0);
  const storage = {
    quota,
    /** Called before a value is stored. */
    onSet: (_key: string): void => {},
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
    setItem(key: string, value: string) {
      storage.onSet(key);
      if (used(key) + key.length + value.length > storage.quota)
        throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
  };
  return storage;
}

/** The part of a window used by stores: an event target with storages. */
export function fakePage(storage = fakeStorage()): Window {
  return Object.assign(new EventTarget(), {
    localStorage: storage,
    sessionStorage: fakeStorage(),
  }) as unknown as Window;
}

/** The event of another tab's write of `key`. */
export function storageEvent(key: string | null): Event {
  return Object.assign(new Event('storage'), { key });
}
