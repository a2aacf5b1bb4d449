import { useSyncExternalStore } from 'react';

/** Set while somebody looks around with generated figures (spec section 4, demo mode). */
const flagKey = 'demo_mode';
/** What this browser's generated figures begin with: a whole number. Set it by hand to see certain figures again. */
const seedKey = 'scout_demo_seed';
/** Fired on the window when demo mode was switched on or off. */
export const demoModeUpdated = 'demo-mode-updated';

type Page = Pick<Window, 'localStorage' | 'dispatchEvent'>;

/** Whether somebody is looking around in demo mode. */
export function inDemoMode(page: Pick<Window, 'localStorage'>): boolean {
  return page.localStorage.getItem(flagKey) !== null;
}

/** Switches demo mode on and tells whoever shows it. */
export function enableDemoMode(page: Page): void {
  page.localStorage.setItem(flagKey, 'true');
  page.dispatchEvent(new Event(demoModeUpdated));
}

/** Clears the demo flag and tells whoever shows it; also at every sign-in and when the organization is subscribed. */
export function endDemoMode(page: Page): void {
  page.localStorage.removeItem(flagKey);
  page.dispatchEvent(new Event(demoModeUpdated));
}

/** The seed of this browser's demo: drawn once, so that every tab and every visit shows the same story. */
export function demoSeed(storage: Pick<Storage, 'getItem' | 'setItem'>, draw: () => number): number {
  const kept = storage.getItem(seedKey) ?? '';
  if (/^\d{1,9}$/.test(kept)) return Number(kept);
  const drawn = draw();
  storage.setItem(seedKey, String(drawn));
  return drawn;
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(demoModeUpdated, changed);
  // Another tab switched it.
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(demoModeUpdated, changed);
    window.removeEventListener('storage', changed);
  };
}

/** Whether demo mode is on; follows changes, of other tabs too. */
export function useDemoMode(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => inDemoMode(window),
    () => false,
  );
}
