/** The part of a page that a stream needs; a test brings its own clock. */
export interface StreamPage {
  now: () => number;
  setTimeout: (callback: () => void, milliseconds: number) => unknown;
  clearTimeout: (timer: unknown) => void;
}

/** How generated figures begin and go on. All times are epoch milliseconds. */
export interface StreamRules<T> {
  first: (now: number) => T;
  next: (value: T, now: number) => T;
  /** Milliseconds until the next value. */
  delay: (now: number) => number;
}

/** A value that goes on by itself while somebody looks at it. */
export interface Stream<T> {
  get: () => T;
  subscribe: (listener: () => void) => () => void;
  /** When the shown value was made. */
  at: () => number;
  /** A stopped stream keeps its value. */
  setRunning: (running: boolean) => void;
  /** Puts a value of now in place of the shown one, and counts the delay from here. */
  change: (make: (value: T, now: number) => T) => void;
}

/** Makes a stream; its first value is of the moment at which it is first read. */
export function createStream<T>({ first, next, delay }: StreamRules<T>, page: StreamPage): Stream<T> {
  const listeners = new Set<() => void>();
  let current: { value: T; at: number } | null = null;
  let running = true;
  let timer: unknown = null;

  const read = () => {
    if (current === null) {
      const at = page.now();
      current = { value: first(at), at };
    }
    return current;
  };
  const stop = () => {
    if (timer !== null) page.clearTimeout(timer);
    timer = null;
  };
  const schedule = () => {
    stop();
    if (!running || listeners.size === 0) return;
    timer = page.setTimeout(() => change(next), delay(page.now()));
  };
  const change = (make: (value: T, now: number) => T) => {
    const at = page.now();
    current = { value: make(read().value, at), at };
    schedule();
    for (const listener of listeners) listener();
  };

  return {
    get: () => read().value,
    at: () => read().at,
    subscribe(listener) {
      read();
      listeners.add(listener);
      if (timer === null) schedule();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    setRunning(wanted) {
      if (wanted === running) return;
      running = wanted;
      schedule();
    },
    change,
  };
}
