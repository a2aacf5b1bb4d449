import { useCallback, useRef } from 'react';

/** One function for the component's life that does what the callback of its last render does: what is given it need not be drawn again. */
export function useLatest<Value>(callback: ((value: Value) => void) | undefined): (value: Value) => void {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((value: Value) => latest.current?.(value), []);
}
