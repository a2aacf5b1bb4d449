import { useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: reduce)';

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Whether the person asked the system for less motion, read now (for code outside of rendering). Browser only. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(query).matches;
}

/** Whether the person asked the system for less motion; follows changes. True while rendering on a server, so that nothing moves there. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion, () => true);
}
