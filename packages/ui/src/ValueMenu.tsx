import { Menu as Base } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { MenuItem } from './Menu.tsx';

interface ValueMenuProps {
  /** What they are: 'source hosts'. */
  label: string;
  values: readonly string[];
  anchor: RefObject<HTMLElement | null>;
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** Names of which each opens what is behind it, beside the cell that has no room for them. */
export function ValueMenu({ label, values, anchor, onChoose, onClose }: ValueMenuProps) {
  return (
    <Base.Root open modal={false} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
          // For React it is inside of the row: a press on it is none on the row.
          onClick={(event) => event.stopPropagation()}
        >
          <Base.Popup
            aria-label={label}
            finalFocus={anchor}
            className="max-h-[min(20rem,var(--available-height))] max-w-[min(24rem,var(--available-width))] min-w-44 overflow-y-auto rounded-popup border border-stroke-strong bg-surface-popup p-1 text-label shadow-popup outline-none"
          >
            {values.map((value) => (
              <MenuItem key={value} onSelect={() => onChoose(value)}>
                <span className="min-w-0 truncate font-mono" title={value}>
                  {value}
                </span>
              </MenuItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
