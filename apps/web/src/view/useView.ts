import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Range } from './range.ts';
import { type DrawerState, readDrawer, readRange, writeDrawer, writeRange } from './viewState.ts';

/** Changes the query string, with a new history entry or replacing the current one. Keeps the scroll position. */
export type ChangeView = (change: (params: URLSearchParams) => void, options?: { replace?: boolean }) => void;

/** The query string of the page and its setter. */
export function useViewParams(): [URLSearchParams, ChangeView] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeView>(
    (apply, { replace = false } = {}) => {
      const options = { replace, preventScrollReset: true };
      setParams((present) => {
        const next = new URLSearchParams(present);
        apply(next);
        // The same address again is not a step to go back to.
        options.replace ||= `${next}` === `${present}`;
        return next;
      }, options);
    },
    [setParams],
  );
  return [params, change];
}

/** The range of the page's figures. */
export function useRange(): [Range, (range: Range) => void] {
  const [params, change] = useViewParams();
  // Memoized by text: a custom range is an object, and a new object would refetch the figures.
  const text = ['range', 'from', 'to'].map((key) => params.get(key)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the parameters that are read.
  const range = useMemo(() => readRange(params), [text]);
  return [range, (next) => change((target) => writeRange(target, next))];
}

/** The state of the drawer and its setter; without list and event the drawer is closed. */
export function useDrawer(): [DrawerState, (state: Partial<DrawerState>) => void] {
  const [params, change] = useViewParams();
  const state = readDrawer(params);
  return [state, (next) => change((target) => writeDrawer(target, { ...readDrawer(target), ...next }))];
}
