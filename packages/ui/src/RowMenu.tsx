import { ContextMenu as Base } from '@base-ui/react/context-menu';
import { type ReactElement, type ReactNode, useState } from 'react';
import { isAction } from './actionColumn.ts';
import { MenuItem } from './Menu.tsx';

interface RowMenuProps {
  /** The element that is pressed with the other mouse button, or held: the table's frame. */
  children: ReactElement<Record<string, unknown>>;
  /** The items for what was pressed: the row's key and the column's id, null beside them. */
  items: (key: string | null, column: string | null) => { label: string; run: () => void }[];
}

/** What can be done with the row or the value under the pointer. */
export function RowMenu({ children, items }: RowMenuProps): ReactNode {
  const [target, setTarget] = useState<{ key: string | null; column: string | null }>({
    key: null,
    column: null,
  });
  return (
    <Base.Root>
      <Base.Trigger
        render={children}
        onContextMenuCapture={({ target: pressed }) => {
          const element = pressed as HTMLElement;
          const column = element.closest<HTMLElement>('[data-column]')?.dataset.column;
          setTarget({
            key: element.closest<HTMLElement>('[data-key]')?.dataset.key ?? null,
            column: column === undefined || isAction(column) ? null : column,
          });
        }}
      />
      <Base.Portal>
        <Base.Positioner collisionPadding={8} className="z-50">
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
}
