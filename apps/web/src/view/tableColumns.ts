import { useSyncExternalStore } from 'react';

const key = 'scout_table_columns';
const changed = 'scout:table-columns-changed';
const none: readonly string[] = [];

/** Ids of the columns that are shown or not other than at first, by the table's name. */
export type ToggledColumns = Readonly<Record<string, readonly string[]>>;

/** What a stored text says; whatever is not an object of lists of texts is left out. */
export function parseToggled(text: string | null): ToggledColumns {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, ids]) => Array.isArray(ids) && ids.length < 100 && ids.every((id) => typeof id === 'string'),
    ),
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

/** The columns that were toggled in this browser, the same in every tab, and how to toggle others. */
export function useToggledColumns(): [string | null, (table: string, ids: readonly string[]) => void] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const toggle = (table: string, ids: readonly string[]) => {
    const { [table]: _before, ...others } = parseToggled(localStorage.getItem(key));
    try {
      localStorage.setItem(key, JSON.stringify(ids.length === 0 ? others : { ...others, [table]: ids }));
    } catch {
      // A full storage costs the memory of the choice.
      return;
    }
    window.dispatchEvent(new Event(changed));
  };
  return [text, toggle];
}

export const noneToggled = none;
