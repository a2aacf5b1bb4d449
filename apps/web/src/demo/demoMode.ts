import { createBrowserSetting, useBrowserSetting } from '../store/browserSetting.ts';

/** Set while dashboards show generated figures (spec section 4, demo mode). */
const flagKey = 'demo_mode';
/** The seed of this browser's generated figures, an integer. Set it by hand to reproduce figures. */
const seedKey = 'scout_demo_seed';
/** Fired on the window when demo mode is switched on or off. */
export const demoModeUpdated = 'demo-mode-updated';

type Page = Pick<Window, 'localStorage' | 'dispatchEvent'>;

/** True in demo mode. */
export function inDemoMode(page: Pick<Window, 'localStorage'>): boolean {
  return page.localStorage.getItem(flagKey) !== null;
}

/** Switches demo mode on and announces it. */
export function enableDemoMode(page: Page): void {
  page.localStorage.setItem(flagKey, 'true');
  page.dispatchEvent(new Event(demoModeUpdated));
}

/** Switches demo mode off and announces it; also done at every sign-in and when the organization is subscribed. */
export function endDemoMode(page: Page): void {
  page.localStorage.removeItem(flagKey);
  page.dispatchEvent(new Event(demoModeUpdated));
}

/** The seed of this browser's demo: chosen once, so that every tab and visit shows the same figures. */
export function demoSeed(storage: Pick<Storage, 'getItem' | 'setItem'>, draw: () => number): number {
  const kept = storage.getItem(seedKey) ?? '';
  if (/^\d{1,9}$/.test(kept)) return Number(kept);
  const drawn = draw();
  storage.setItem(seedKey, String(drawn));
  return drawn;
}

const setting = createBrowserSetting(flagKey, (text) => text !== null, demoModeUpdated);

/** True in demo mode; follows changes, also those of other tabs. */
export const useDemoMode = (): boolean => useBrowserSetting(setting);

/** Set once the guided tour was finished or skipped in this browser (spec section 4). */
const completedKey = 'scout_tour_completed';

/** True when the tour was finished or skipped before; then it starts only on request. */
export function isTourCompleted(storage: Pick<Storage, 'getItem'>): boolean {
  return storage.getItem(completedKey) !== null;
}

/** Records that the tour was finished or skipped. */
export function completeTour(storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(completedKey, 'true');
}
