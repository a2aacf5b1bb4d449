import { useSyncExternalStore } from 'react';
import { createStore, type Store } from './createStore.ts';

/** A setting of this browser, kept in local storage and shared by all tabs. */
export interface BrowserSetting<Value> extends Store<Value> {
  /** Default value, also in prerendered HTML. */
  readonly fallback: Value;
  /** Stores a text. Keeps the current value when storage is full. */
  set(text: string): void;
}

/**
 * @param parse converts the stored text to the value, null without one; equal texts must give values equal by `Object.is`
 * @param event a window event that announces changes elsewhere in this tab
 */
export function createBrowserSetting<Value>(
  key: string,
  parse: (text: string | null) => Value,
  event?: string,
): BrowserSetting<Value> {
  const text = createStore<string | null>(null, () => {
    const reload = () => text.set(localStorage.getItem(key));
    const events = ['storage', ...(event === undefined ? [] : [event])];
    reload();
    for (const name of events) window.addEventListener(name, reload);
    return () => {
      for (const name of events) window.removeEventListener(name, reload);
    };
  });
  return {
    fallback: parse(null),
    get: () => parse(localStorage.getItem(key)),
    subscribe: text.subscribe,
    set(next) {
      try {
        localStorage.setItem(key, next);
      } catch {
        return;
      }
      text.set(next);
    },
  };
}

/** The value of a setting, kept up to date. */
export function useBrowserSetting<Value>(setting: BrowserSetting<Value>): Value {
  return useSyncExternalStore(setting.subscribe, setting.get, () => setting.fallback);
}
