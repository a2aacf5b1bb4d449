/** A readable, observable value. */
export interface Store<Value> {
  get(): Value;
  /** Calls the listener after every change. @returns a function that stops it */
  subscribe(listener: () => void): () => void;
}

export interface WritableStore<Value> extends Store<Value> {
  set(next: Value): void;
}

/**
 * Holds a value and notifies its listeners when a different one, by `Object.is`, is set.
 * @param start runs before the first listener is added; its result runs after the last one is removed
 */
export function createStore<Value>(initial: Value, start?: () => () => void): WritableStore<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  let stop: (() => void) | undefined;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) stop = start?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}
