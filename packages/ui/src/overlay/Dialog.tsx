import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { AtOnce } from '../base/rendering.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the primary one comes last. */
  actions?: ReactNode;
  /** Called as it closes; returns the element in which the focus goes on. Undefined: the one that had it before. */
  focusAfter?: () => HTMLElement | null | undefined;
}

/** A modal dialog. Traps and restores the focus; closes on Escape or a press outside. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  focusAfter,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto p-4">
          <Base.Popup
            finalFocus={() => focusAfter?.() ?? true}
            className="w-full max-w-md rounded-popup border border-stroke-strong bg-surface-popup shadow-popup outline-none transition-[opacity,scale] data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <div className="flex flex-col gap-2 px-5 pt-5 pb-4">
              <Base.Title className="text-lead font-medium text-content">{title}</Base.Title>
              {description && (
                <Base.Description className="text-body text-content-muted">{description}</Base.Description>
              )}
              <AtOnce value={true}>{children}</AtOnce>
            </div>
            {actions && (
              <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow border-t border-stroke-subtle px-5 py-3">
                {actions}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
