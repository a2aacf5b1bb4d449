import { IconButton, Kbd, SearchIcon } from '@scout/ui';
import { modifierKey } from '../keys/platform.ts';

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
        <span className="grow text-left">Search or run…</span>
        <span aria-hidden="true" className="flex gap-0.5">
          <Kbd>{modifierKey()}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <div className="lg:hidden">
        <IconButton label="Search or run…" icon={<SearchIcon />} onClick={onOpen} plain />
      </div>
    </>
  );
}
