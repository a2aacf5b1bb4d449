import { applyTheme, type ThemeChoice } from '@scout/ui';
import { useSyncExternalStore } from 'react';

/** Also read by public/theme.js before the first paint. */
const key = 'scout_theme';
const changed = 'scout:theme-changed';

function read(): ThemeChoice {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key) return;
    applyTheme(read());
    listener();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener(changed, listener);
  };
}

/** The chosen theme, the same in every tab, and how to choose another. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, read, () => 'system' as const);
  const choose = (next: ThemeChoice) => {
    localStorage.setItem(key, next);
    applyTheme(next);
    window.dispatchEvent(new Event(changed));
  };
  return [choice, choose];
}
