import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What it is about. */
  title: ReactNode;
  /** A line under the title. */
  description?: ReactNode;
  children: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
}

/** The whole of one row, at the right edge beside the list it is of. Keeps the focus inside, gives it back, closes on Escape and outside press. */
export function Drawer({ open, onOpenChange, title, description, children, actions }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed inset-y-0 right-0 z-40 flex w-full max-w-xl flex-col border-l border-stroke-strong bg-surface-popup outline-none transition-[translate,opacity] data-ending-style:translate-x-6 data-starting-style:translate-x-6 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <header className="flex items-start gap-3 border-b border-stroke-subtle px-5 py-4">
            <div className="min-w-0 grow">
              <Base.Title className="min-w-0 text-lead font-medium wrap-anywhere text-content">
                {title}
              </Base.Title>
              {description && (
                <Base.Description render={<div />} className="text-body text-content-muted">
                  {description}
                </Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label="Close" icon={<CloseIcon />} size="small" plain />} />
          </header>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain">{children}</div>
          {actions && (
            <footer className="flex justify-end gap-2 border-t border-stroke-subtle px-5 py-3">
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
