import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Range } from './range.ts';
import { type DrawerState, readDrawer, readRange, writeDrawer, writeRange } from './viewState.ts';

/** Changes the query string: as a step that Back undoes, or in place of the present one. The page stays where it is scrolled to. */
export type ChangeView = (change: (params: URLSearchParams) => void, options?: { replace?: boolean }) => void;

/** The query string of the page and how to change it. */
export function useViewParams(): [URLSearchParams, ChangeView] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeView>(
    (apply, { replace = false } = {}) =>
      setParams(
        (present) => {
          const next = new URLSearchParams(present);
          apply(next);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change];
}

/** The window of the page's figures. */
export function useRange(): [Range, (range: Range) => void] {
  const [params, change] = useViewParams();
  // By its text: a range of days is an object, and figures are fetched again for another one.
  const text = ['range', 'from', 'to'].map((key) => params.get(key)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the parameters that are read.
  const range = useMemo(() => readRange(params), [text]);
  return [range, (next) => change((target) => writeRange(target, next))];
}

/** What the drawer shows, and how to show something else; with neither list nor event it closes. */
export function useDrawer(): [DrawerState, (state: Partial<DrawerState>) => void] {
  const [params, change] = useViewParams();
  const state = readDrawer(params);
  return [state, (next) => change((target) => writeDrawer(target, { ...readDrawer(target), ...next }))];
}
