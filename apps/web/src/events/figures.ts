import {
  type Counting,
  countFigures,
  FIGURED_RULES,
  type FiguredRule,
  type FiguresOf,
  type Incident,
  incidentsOf,
  type Naming,
  type Row,
} from '@scout/detection';
import { createStore, type Store } from '../store/createStore.ts';
import type { EventStore, StoredEvents } from './eventStore.ts';

/** One value for each rule with figures. */
function perRule<Values extends Record<FiguredRule, unknown>>(
  make: (rule: FiguredRule) => Values[FiguredRule],
): Values {
  return Object.fromEntries(FIGURED_RULES.map((rule) => [rule, make(rule)])) as Values;
}

const noIncidents: readonly Incident[] = [];

/** The incidents of a rule in a row. */
type FindIncidents = (row: Row, rule: FiguredRule) => readonly Incident[];

/** Finds incidents by an organization's naming, cached per row. */
function incidentFinder(naming: Naming): FindIncidents {
  const cache = perRule<Record<FiguredRule, WeakMap<Row, readonly Incident[]>>>(() => new WeakMap());
  return (row, rule) => {
    const known = cache[rule].get(row);
    if (known !== undefined) return known;
    const incidents = incidentsOf([row], rule, naming);
    cache[rule].set(row, incidents.length === 0 ? noIncidents : incidents);
    return incidents;
  };
}

/** Counts rows one by one. */
interface Counter {
  /** Adds a row to the figures of every rule. */
  add(row: Row): void;
  /** The figures of a rule over all added rows: the same object until the zone changes. */
  figures<Rule extends FiguredRule>(rule: Rule, timeZone: string): FiguresOf[Rule];
}

/** Counts rows of the window that ends at a time in epoch ms. Rows must not change afterwards, because their incidents are cached. */
function createCounter(now: number, incidentsIn: FindIncidents): Counter {
  const counted = perRule<{ [Rule in FiguredRule]: Counting<FiguresOf[Rule]> }>((rule) =>
    countFigures(rule, { now }),
  );
  const latest: { [Rule in FiguredRule]?: FiguresOf[Rule] } = {};
  let latestZone: string | null = null;
  return {
    add(row) {
      for (const rule of FIGURED_RULES) {
        for (const incident of incidentsIn(row, rule)) counted[rule].add(incident);
      }
    },
    figures(rule, timeZone) {
      const known = latestZone === timeZone ? latest[rule] : undefined;
      if (known !== undefined) return known;
      const figures = counted[rule].finish({ now, timeZone });
      latest[rule] = figures;
      latestZone = timeZone;
      return figures;
    },
  };
}

/** Stored events of which every row has been counted; `at` is the end of the window. */
interface CountedEvents extends StoredEvents, Pick<Counter, 'figures'> {}

/** Counts stored events between frames. Null until events have been counted for the first time. */
export interface FiguresStore extends Store<CountedEvents | null> {
  /**
   * Counts everything stored so far for a window that ends now, in epoch ms, unless that is in progress. Resolves once it is counted,
   * or at once without listeners.
   */
  countUntil(now: number): Promise<void>;
}

/** Schedules work that must not delay a frame. */
export interface Slices {
  now(): number;
  /** Runs `work` once the page has been painted. */
  afterPaint(work: () => void): void;
  /** Runs `work` in a separate task. */
  next(work: () => void): void;
}

const sliceMs = 6;
/** Rows between two checks of the clock. */
const stride = 32;

/**
 * Counts the events of a store after the first paint, in slices short enough for smooth frames. The few new rows of a poll fit
 * into one slice.
 *
 * @param naming of the events' organization
 */
export function createFiguresStore(store: EventStore, slices: Slices, naming: Naming): FiguresStore {
  const incidentsIn = incidentFinder(naming);
  /** Incremented by every change of the store, which cancels work in progress. */
  let change = 0;
  let pending = false;
  let until = 0;
  let waiting: (() => void)[] = [];

  let stopStore: (() => void) | null = null;
  const counted = createStore<CountedEvents | null>(null, () => {
    let stopped = false;
    pending = true;
    slices.afterPaint(() => {
      if (stopped) return;
      stopStore = store.subscribe(changed);
      changed();
    });
    return () => {
      stopped = true;
      stopStore?.();
      stopStore = null;
      change += 1;
      settle();
    };
  });

  function changed(): void {
    change += 1;
    pending = true;
    const stored = store.get();
    const events = { ...stored, at: Math.max(stored.at, until) };
    countFrom(0, events, createCounter(events.at, incidentsIn), change);
  }

  function countFrom(from: number, events: StoredEvents, counter: Counter, startedAt: number): void {
    if (startedAt !== change) return;
    const start = slices.now();
    const { rows } = events;
    for (let n = from; n < rows.length; n += 1) {
      counter.add(rows[n]!);
      if (n % stride === stride - 1 && slices.now() - start > sliceMs) {
        slices.next(() => countFrom(n + 1, events, counter, startedAt));
        return;
      }
    }
    counted.set({ ...events, figures: counter.figures });
    settle();
  }

  function settle(): void {
    pending = false;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    get: counted.get,
    subscribe: counted.subscribe,
    countUntil(now) {
      until = now;
      if (!pending && stopStore !== null) changed();
      return pending ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
    },
  };
}

/** Slices of this page; a hidden page is not painted and does not wait for it. */
export const pageSlices: Slices = {
  now: () => performance.now(),
  afterPaint(work) {
    // The callback of the second frame runs after the first frame was painted.
    if (document.visibilityState === 'visible')
      requestAnimationFrame(() => requestAnimationFrame(() => inNewTask(work)));
    else inNewTask(work);
  },
  next: inNewTask,
};

/** By a message, because nested timers are throttled. */
function inNewTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}
