import { useEffect, useEffectEvent } from 'react';
import { singleKeysWork } from '../../shell/singleKeys.ts';

interface PageKeys {
  /** Ctrl-K and ⌘-K, also inside a field. */
  onSearch: () => void;
  /** `?`, unless text is being typed, a layer is open, or single-key shortcuts are off. */
  onHelp: () => void;
}

/** Handles the keys that work anywhere on a page. */
export function usePageKeys(enabled: boolean, { onSearch, onHelp }: PageKeys): void {
  const search = useEffectEvent(onSearch);
  const help = useEffectEvent(onHelp);
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey) return;
      const withModifier = event.ctrlKey || event.metaKey;
      // A busy button with the focus prevents the default of every key, and nothing else of the pages uses this one.
      if (withModifier && !event.shiftKey && event.key.toLowerCase() === 'k') search();
      else if (event.defaultPrevented) return;
      else if (!withModifier && event.key === '?' && singleKeysWork() && !takesText(event.target)) help();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}

const fields =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"], [role="dialog"], [role="menu"]';

const takesText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null;
