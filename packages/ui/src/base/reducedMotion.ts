import { useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: reduce)';

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** True when the system asks for reduced motion; read now, for code outside rendering. Browser only. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(query).matches;
}

/** True when the system asks for reduced motion; follows changes. True on the server, so that prerendered pages do not animate. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion, () => true);
}
