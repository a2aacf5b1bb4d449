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
import { timeZone } from './clock.ts';
import type { EventStore, StoredEvents } from './eventStore.ts';
import { type Slices, visitInSlices } from './slices.ts';

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
  /** The figures of a rule over all added rows, computed once. */
  figures<Rule extends FiguredRule>(rule: Rule): FiguresOf[Rule];
}

/** Counts rows of the window that ends at a time in epoch ms. Rows must not change afterwards, because their incidents are cached. */
function createCounter(now: number, incidentsIn: FindIncidents): Counter {
  const counted = perRule<{ [Rule in FiguredRule]: Counting<FiguresOf[Rule]> }>((rule) =>
    countFigures(rule, { now }),
  );
  const finished: { [Rule in FiguredRule]?: FiguresOf[Rule] } = {};
  return {
    add(row) {
      for (const rule of FIGURED_RULES) {
        for (const incident of incidentsIn(row, rule)) counted[rule].add(incident);
      }
    },
    figures<Rule extends FiguredRule>(rule: Rule) {
      const known = finished[rule];
      if (known !== undefined) return known;
      const figures = timed(`figures ${rule}`, () => counted[rule].finish({ now, timeZone }));
      finished[rule] = figures;
      return figures;
    },
  };
}

/** Runs `work` and records its duration for the browser's performance tools and `npm run bench:web`; only the latest is kept. */
function timed<Result>(name: string, work: () => Result): Result {
  const start = performance.now();
  const result = work();
  performance.clearMeasures(name);
  performance.measure(name, { start, end: performance.now() });
  return result;
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
  /** Computes the figures of a rule before they are published, in a task of their own, until the returned function is called. */
  want(rule: FiguredRule): () => void;
}

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
  const wants = new Map<symbol, FiguredRule>();

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
    const startedAt = change;
    const isGone = () => startedAt !== change;
    const stored = store.get();
    const events = { ...stored, at: Math.max(stored.at, until) };
    const counter = createCounter(events.at, incidentsIn);
    const publish = () => {
      if (isGone()) return;
      counted.set({ ...events, ...counter });
      settle();
    };
    visitInSlices(slices, events.rows, {
      visit: counter.add,
      isGone,
      ended: () => finish(counter, [...new Set(wants.values())], isGone, publish),
    });
  }

  /** Computes each rule in a task, so that the render that shows them all does not. */
  function finish(
    counter: Counter,
    [rule, ...rest]: readonly FiguredRule[],
    isGone: () => boolean,
    ended: () => void,
  ): void {
    if (rule === undefined || isGone()) ended();
    else {
      counter.figures(rule);
      slices.next(() => finish(counter, rest, isGone, ended));
    }
  }

  function settle(): void {
    pending = false;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    get: counted.get,
    subscribe: counted.subscribe,
    want(rule) {
      const key = Symbol(rule);
      wants.set(key, rule);
      return () => wants.delete(key);
    },
    countUntil(now) {
      until = now;
      if (!pending && stopStore !== null) changed();
      return pending ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
    },
  };
}
