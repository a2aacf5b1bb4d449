import { Menu as Base } from '@base-ui/react/menu';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { isAction } from './actionColumn.ts';
import { MenuItem } from './Menu.tsx';

interface RowMenuOptions {
  /** The items for what was pressed: the row's key and the column's id, null beside them. */
  items: (key: string | null, column: string | null) => { label: string; run: () => void }[];
}

interface Target {
  key: string | null;
  column: string | null;
  /** Where it was pressed, in px of the window. */
  x: number;
  y: number;
}

/**
 * What can be done with the row or the value under the pointer, for a press with the other mouse button or the key that stands for it.
 * Made when it is first asked for, because every table has one.
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
