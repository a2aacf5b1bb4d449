import { useEffect, useState } from 'react';
import { createStore, type Store } from '../store/createStore.ts';
import { useStore } from '../store/useStore.ts';

/** The part of a page used by a stream; tests provide their own clock. */
export interface StreamPage {
  now: () => number;
  setTimeout: (callback: () => void, milliseconds: number) => unknown;
  clearTimeout: (timer: unknown) => void;
}

/** Start and changes of generated figures. All times are epoch milliseconds. */
export interface StreamRules<T> {
  first: (now: number) => T;
  next: (value: T, now: number) => T;
  /** Milliseconds until the next value. */
  delay: (now: number) => number;
}

/** A generated value that changes on its own while it has listeners. */
export interface Stream<T> extends Store<T> {
  /** Creation time of the displayed value. */
  at: () => number;
  /** A stopped stream keeps its value. */
  setRunning: (running: boolean) => void;
  /** Replaces the value now, and restarts the delay. */
  change: (make: (value: T, now: number) => T) => void;
}

export const thisPage: StreamPage = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Creates a stream; its first value is made when it is first read. */
export function createStream<T>({ first, next, delay }: StreamRules<T>, page: StreamPage): Stream<T> {
  let running = true;
  let watched = false;
  let timer: unknown = null;
  const shown = createStore<{ value: T; at: number } | null>(null, () => {
    watched = true;
    read();
    schedule();
    return () => {
      watched = false;
      stop();
    };
  });

  function read(): { value: T; at: number } {
    const present = shown.get();
    if (present !== null) return present;
    const at = page.now();
    const begun = { value: first(at), at };
    shown.set(begun);
    return begun;
  }
  function stop(): void {
    if (timer !== null) page.clearTimeout(timer);
    timer = null;
  }
  function schedule(): void {
    stop();
    if (running && watched) timer = page.setTimeout(() => change(next), delay(page.now()));
  }
  function change(make: (value: T, now: number) => T): void {
    const at = page.now();
    const made = { value: make(read().value, at), at };
    schedule();
    shown.set(made);
  }

  return {
    get: () => read().value,
    at: () => read().at,
    subscribe: shown.subscribe,
    setRunning(wanted) {
      if (wanted === running) return;
      running = wanted;
      schedule();
    },
    change,
  };
}

/** Generated figures of this page that change while `running`, and their stream. */
export function useSeededStream<T>(rules: StreamRules<T>, running: boolean): [T, Stream<T>] {
  const [stream] = useState(() => {
    const made = createStream(rules, thisPage);
    made.setRunning(false);
    return made;
  });
  useEffect(() => {
    stream.setRunning(running);
    return () => stream.setRunning(false);
  }, [stream, running]);
  return [useStore(stream), stream];
}
