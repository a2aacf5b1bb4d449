import { useSyncExternalStore } from 'react';
import type { Store } from './createStore.ts';

/** The value of a store, or its part by `select`; renders again when that changes. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Selected>(store: Store<Value>, select: (value: Value) => Selected): Selected;
export function useStore<Value>(store: Store<Value>, select = (value: Value): unknown => value): unknown {
  const read = () => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
