import type { Density } from '@scout/ui';
import { useSyncExternalStore } from 'react';

const key = 'scout_density';
const changed = 'scout:density-changed';

const read = (): Density => (localStorage.getItem(key) === 'compact' ? 'compact' : 'regular');

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

/** How dense tables are in this browser, the same in every tab, and how to choose. */
export function useDensity(): [Density, (choice: Density) => void] {
  const density = useSyncExternalStore(subscribe, read, () => 'regular' as const);
  const choose = (next: Density) => {
    localStorage.setItem(key, next);
    window.dispatchEvent(new Event(changed));
  };
  return [density, choose];
}
