import {
  createContext,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Runs the work after more urgent tasks, such as the next frame. */
function whenIdle(work: () => void): void {
  if ('scheduler' in window) void window.scheduler.postTask(work, { priority: 'background' });
  else setTimeout(work);
}

/** Runs the work in a task of its own: by a message, because nested timers are throttled, and tasks of background priority may wait for ever. */
export function inNewTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}

/** Runs the work once the page has been painted; a hidden page is not painted and does not wait for it. */
export function afterPaint(work: () => void): void {
  // The callback of the second frame runs after the first frame was painted.
  if (document.visibilityState === 'visible')
    requestAnimationFrame(() => requestAnimationFrame(() => inNewTask(work)));
  else inNewTask(work);
}

/** True below a dialog or drawer: it gives the focus to its first control, which therefore is there in the first frame. */
export const AtOnce = createContext(false);

/**
 * False until the component has painted once after `known` became true. Defers content that is expensive to render and not needed in the
 * first frame; the deferred render runs as a transition.
 */
export function useAfterPaint(known = true): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (!known) return;
    let gone = false;
    whenIdle(() => {
      if (!gone) startTransition(() => setPainted(true));
    });
    return () => {
      gone = true;
    };
  }, [known]);
  return painted;
}

/** The rows of a long list: in its first frame as many as a screen shows, and all of them after it. */
export function useRowsInFrames<Row>(rows: readonly Row[], inFirst: number): readonly Row[] {
  const painted = useAfterPaint(rows.length > 0);
  return painted || rows.length <= inFirst ? rows : rows.slice(0, inFirst);
}

/** Rows that the window shows at most, from the space above the first one and the height of one (px), both at their least. */
export function rowsInWindow({ above, height }: { above: number; height: number }): number {
  return Math.max(1, Math.ceil((window.innerHeight - above) / height));
}

/** useLayoutEffect in the browser; useEffect on the server, where layout effects warn. */
export const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** A stable function that calls the latest callback, so that memoized children do not render again. */
export function useLatest<Value>(callback: ((value: Value) => void) | undefined): (value: Value) => void {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((value: Value) => latest.current?.(value), []);
}
