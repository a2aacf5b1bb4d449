import { startTransition, useEffect, useState } from 'react';

/** Runs the work once whatever is more urgent is done, a frame above all. */
function whenIdle(work: () => void): void {
  if ('scheduler' in window) void window.scheduler.postTask(work, { priority: 'background' });
  else setTimeout(work);
}

/**
 * False until the component has been drawn once, with what is `known` when that comes later: for what is dear to make and not looked at
 * first, or what nobody can press so soon. What comes then is drawn in slices.
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
