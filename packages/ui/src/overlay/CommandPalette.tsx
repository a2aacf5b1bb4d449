import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { cx } from '../base/cx.ts';
import { CloseIcon, SearchIcon } from '../base/icons.tsx';
import { Kbd, VisuallyHidden } from '../base/labels.tsx';

/** An action or a destination. */
export interface Command {
  /** Unique in the palette. */
  id: string;
  label: string;
  /** Additional search terms. */
  words?: string;
  /** Shown at the right: a count, or the current choice. */
  note?: ReactNode;
  /** Keys for the action without the palette. */
  keys?: readonly string[];
  /** Monospace, for account and host names. */
  mono?: boolean;
  run: () => void;
  /** The element that receives the focus when the palette is closed; by default the previously focused one. */
  focus?: () => HTMLElement | null;
}

export interface CommandGroup {
  label: string;
  items: readonly Command[];
}

export interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The accessible name: 'Search screens, accounts, users and hosts'. */
  label: string;
  /** A shorter text that fits on a phone. */
  placeholder: string;
  groups: readonly CommandGroup[];
  /** Called with the typed text, for entries that are searched elsewhere. */
  onQuery?: (text: string) => void;
  /** Called with the selected entry, before it runs. */
  onPick?: (command: Command) => void;
}

const textOf = ({ label, words = '' }: Command): string => `${label} ${words}`;

/** True when the entry contains every word of the query, in any order, case-insensitively. */
function holdsWords(command: Command, query: string): boolean {
  const text = textOf(command).toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** A search dialog over the page; arrow keys select, Enter opens, Escape closes. */
export function CommandPalette({
  open,
  onOpenChange,
  label,
  placeholder,
  groups,
  onQuery,
  onPick,
}: CommandPaletteProps) {
  const picked = useRef<Command>(null);
  const pick = (command: Command) => {
    picked.current = command;
    onPick?.(command);
    onOpenChange(false);
    command.run();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        picked.current = null;
        onOpenChange(next);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 pt-[min(12vh,7rem)]">
          <Dialog.Popup
            aria-label={label}
            finalFocus={() => picked.current?.focus?.() ?? true}
            className="flex max-h-[min(32rem,76vh)] w-full max-w-xl flex-col overflow-hidden rounded-popup border border-stroke-strong bg-surface-popup shadow-popup outline-none transition-[opacity,scale] data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <Autocomplete.Root
              items={groups}
              itemToStringValue={textOf}
              filter={holdsWords}
              onValueChange={(text) => onQuery?.(text)}
              inline
              open
              autoHighlight="always"
              keepHighlight
            >
              <div className="flex h-11 shrink-0 items-center gap-2.5 border-b border-stroke-subtle px-4 text-content-muted">
                <SearchIcon />
                <Autocomplete.Input
                  aria-label={label}
                  placeholder={placeholder}
                  className="h-full min-w-0 grow bg-transparent text-lead text-content outline-none"
                />
                {/* Touch devices have no Escape key. */}
                <Dialog.Close className="-mr-2 grid size-8 shrink-0 cursor-pointer place-items-center rounded-control hover:text-content">
                  <VisuallyHidden>Close</VisuallyHidden>
                  <span aria-hidden="true" className="max-md:hidden">
                    <Kbd>Esc</Kbd>
                  </span>
                  <span className="md:hidden">
                    <CloseIcon />
                  </span>
                </Dialog.Close>
              </div>
              <Autocomplete.Empty className="not-empty:px-4 not-empty:py-8 text-center text-body text-content-muted">
                Nothing by that name. Try fewer letters.
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain scroll-py-8 empty:p-0 p-1.5">
                {(group: CommandGroup) => (
                  <Autocomplete.Group key={group.label} items={group.items}>
                    <Autocomplete.GroupLabel className="px-2.5 pt-2.5 pb-1 text-label text-content-faint">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => (
                        <Autocomplete.Item
                          key={command.id}
                          value={command}
                          onClick={() => pick(command)}
                          className="flex min-h-9 cursor-pointer select-none items-center gap-3 rounded-control px-2.5 py-1.5 text-body outline-none data-highlighted:bg-surface-selected"
                        >
                          <span className={cx('min-w-0 wrap-anywhere', command.mono === true && 'font-mono')}>
                            {command.label}
                          </span>
                          {command.keys && (
                            <span className="ml-auto flex shrink-0 gap-0.5">
                              {command.keys.map((key) => (
                                <Kbd key={key}>{key}</Kbd>
                              ))}
                            </span>
                          )}
                          {command.note !== undefined && (
                            <span className="ml-auto shrink-0 text-label text-content-muted">
                              {command.note}
                            </span>
                          )}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
