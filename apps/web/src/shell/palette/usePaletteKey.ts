import { useEffect, useEffectEvent } from 'react';

/** The key that goes with K on this machine, as it is written on it. */
export const paletteKey = () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl');

/** Ctrl-K and ⌘-K, from anywhere on the page, also from inside a field. */
export function usePaletteKey(enabled: boolean, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const plain = !event.shiftKey && !event.altKey && (event.ctrlKey || event.metaKey);
      if (!plain || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
