/** A value that can be read and followed. */
export interface Store<Value> {
  get(): Value;
  /** Calls the listener after every change. @returns how to stop */
  subscribe(listener: () => void): () => void;
}

export interface WritableStore<Value> extends Store<Value> {
  set(next: Value): void;
}

/**
 * Holds a value and notifies its listeners when another one is set, compared by `Object.is`.
 * @param start runs before the first listener is added; what it returns runs after the last one has left
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
