import { Menu as Base } from '@base-ui/react/menu';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { MenuItem } from '../overlay/Menu.tsx';
import { isAction } from './columns.ts';

interface RowMenuOptions {
  /** The menu items for a row key and column id; null outside rows or columns. */
  items: (key: string | null, column: string | null) => { label: string; run: () => void }[];
}

interface Target {
  key: string | null;
  column: string | null;
  /** The pointer position in the window, in px. */
  x: number;
  y: number;
}

/**
 * The context menu of a row or value. Mounted on first use, because every table has one.
 */
export function useRowMenu({ items }: RowMenuOptions): {
  onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  menu: ReactNode;
} {
  const [target, setTarget] = useState<Target | null>(null);
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const element = event.target as HTMLElement;
    const column = element.closest<HTMLElement>('[data-column]')?.dataset.column;
    setTarget({
      key: element.closest<HTMLElement>('[data-key]')?.dataset.key ?? null,
      column: column === undefined || isAction(column) ? null : column,
      x: event.clientX,
      y: event.clientY,
    });
  };
  const menu = target && (
    <Base.Root open modal={false} onOpenChange={(open) => open || setTarget(null)}>
      <Base.Portal>
        <Base.Positioner
          anchor={{ getBoundingClientRect: () => new DOMRect(target.x, target.y, 0, 0) }}
          align="start"
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup className="max-h-(--available-height) min-w-44 overflow-y-auto rounded-popup border border-stroke-strong bg-surface-popup p-1 text-body shadow-popup outline-none">
            {items(target.key, target.column).map(({ label, run }) => (
              <MenuItem key={label} onSelect={run}>
                {label}
              </MenuItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
  return { onContextMenu, menu };
}
