import { IconButton, Kbd, SearchIcon } from '@scout/ui';
import { useEffect, useEffectEvent } from 'react';

/** The label of the modifier key on this platform. */
const paletteKey = () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl');

/** Handles Ctrl-K and ⌘-K anywhere on the page, also inside a field. */
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

/** Opens the command palette, and shows its keyboard shortcut. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-7 w-56 cursor-pointer items-center gap-2 rounded-control border border-stroke-strong bg-surface-field pr-1 pl-2 text-label text-content-muted transition-colors hover:text-content max-lg:hidden"
      >
        <SearchIcon size={14} />
        <span className="grow text-left">Search or jump to…</span>
        <span aria-hidden="true" className="flex gap-0.5">
          <Kbd>{paletteKey()}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <div className="lg:hidden">
        <IconButton label="Search or jump to…" icon={<SearchIcon />} onClick={onOpen} plain />
      </div>
    </>
  );
}
