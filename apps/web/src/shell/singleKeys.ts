import { createBrowserSetting, useBrowserSetting } from '../store/browserSetting.ts';

/** Shortcuts of one character without a modifier; off for who dictates or presses keys by accident (WCAG 2.1.4). */
const setting = createBrowserSetting('scout_single_keys', (text) => text !== 'off');

/** True unless the person has turned single-key shortcuts off; for listeners, which read it with each key. */
export const singleKeysWork = (): boolean => setting.get();

/** The setting and how to change it. Follows other tabs. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return [useBrowserSetting(setting), (on) => setting.set(on ? 'on' : 'off')];
}

/** Lines to move by for a key of a list: J and K, unless they are off, or the arrow keys; undefined for any other. */
export function stepOfKey(key: string): number | undefined {
  const letters = singleKeysWork() ? { j: 1, k: -1 } : {};
  return ({ ...letters, ArrowDown: 1, ArrowUp: -1 } as Record<string, number>)[key];
}
