import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  /** MenuItem, MenuGroup, MenuSeparator. */
  children: ReactNode;
  align?: 'start' | 'end';
}

/** A list of actions behind a button; arrow keys, type-ahead, Escape. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup className="max-h-(--available-height) max-w-(--available-width) min-w-44 overflow-y-auto rounded-popup border border-stroke-strong bg-surface-popup p-1 text-body shadow-popup outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  children: ReactNode;
  onSelect?: () => void;
  disabled?: boolean;
  /** A link to render as this item: `<Link to="/settings" />`. */
  render?: ReactElement<Record<string, unknown>>;
}

/** One action of a menu. */
export function MenuItem({ children, onSelect, disabled = false, render }: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={() => onSelect?.()}
      {...(render && { render })}
      className="flex h-8 cursor-pointer select-none items-center gap-2 rounded-control px-2 no-underline outline-none data-disabled:cursor-default data-highlighted:bg-surface-selected data-disabled:text-content-faint text-content"
    >
      {children}
    </Base.Item>
  );
}

export interface MenuGroupProps {
  /** The heading; not an action. */
  label: ReactNode;
  children: ReactNode;
}

/** Items under a heading. */
export function MenuGroup({ label, children }: MenuGroupProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-label text-content-faint">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

/** A hairline between groups of items. */
export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-stroke-subtle" />;
}
