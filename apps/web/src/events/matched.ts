import { beginReading, type Reading } from './rules.ts';
import type { EventStore, StoredEvents } from './store.ts';

/** Stored events of which every row has been matched against the rules and counted. */
export interface ReadEvents extends StoredEvents, Pick<Reading, 'figures'> {}

/** Reads stored events between frames, so that figures of them cost little. */
export interface MatchedEvents {
  /** Null until stored events were read for the first time. */
  get(): ReadEvents | null;
  subscribe(listener: () => void): () => void;
  /** Resolves once everything stored so far is matched. */
  settled(): Promise<void>;
}

/** When work is done that must not hold up a frame. */
export interface Slices {
  now(): number;
  /** Runs `work` once the page has been painted. */
  afterPaint(work: () => void): void;
  /** Runs `work` in a task of its own. */
  next(work: () => void): void;
}

const sliceMs = 6;
/** Rows between two looks at the clock. */
const stride = 32;

/**
 * Reads the store after the first paint, and matches new rows in slices that leave room for frames. Few new rows, as a poll
 * brings them, are matched at once.
 */
export function createMatchedEvents(store: EventStore, slices: Slices): MatchedEvents {
  const listeners = new Set<() => void>();
  let current: ReadEvents | null = null;
  let stop: (() => void) | null = null;
  /** Counts changes of the store: work on an earlier one is given up. */
  let change = 0;
  let pending = false;
  let waiting: (() => void)[] = [];

  function begin(): void {
    pending = true;
    slices.afterPaint(() => {
      if (listeners.size === 0) return settle();
      stop = store.subscribe(changed);
      changed();
    });
  }

  function changed(): void {
    change += 1;
    pending = true;
    const events = store.get();
    readFrom(0, events, beginReading(events.at), change);
  }

  function readFrom(from: number, events: StoredEvents, reading: Reading, asked: number): void {
    if (asked !== change) return;
    const start = slices.now();
    const { rows } = events;
    for (let n = from; n < rows.length; n += 1) {
      reading.add(rows[n]!);
      if (n % stride === stride - 1 && slices.now() - start > sliceMs) {
        slices.next(() => readFrom(n + 1, events, reading, asked));
        return;
      }
    }
    current = { ...events, figures: reading.figures };
    for (const listener of listeners) listener();
    settle();
  }

  function settle(): void {
    pending = false;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) begin();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
        change += 1;
        settle();
      };
    },
    settled: () => (pending ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  };
}

/** Slices of this page; a page out of view is not painted and does not wait for it. */
export const pageSlices: Slices = {
  now: () => performance.now(),
  afterPaint(work) {
    // A callback of the second frame comes once the first has been drawn, of the first one before.
    if (document.visibilityState === 'visible')
      requestAnimationFrame(() => requestAnimationFrame(() => inNewTask(work)));
    else inNewTask(work);
  },
  next: inNewTask,
};

/** By a message, because timers one in another are slowed down. */
function inNewTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}
