import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** What it shows; its heading and its name. */
  title: ReactNode;
  /** A few words over the title. */
  kicker?: ReactNode;
  /** A line under the title. */
  description?: ReactNode;
  /** Controls beside the close button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel over the right side of the page. Keeps the focus inside, gives it back, closes on Escape and outside press. */
export function Drawer({ open, onClose, title, kicker, description, actions, children }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          // Its name is read out, and nothing in it is pressed by accident.
          initialFocus={popup}
          className="fixed inset-y-0 right-0 z-40 flex w-full max-w-2xl flex-col border-l border-stroke-strong bg-surface-2 shadow-popup outline-none transition-[opacity,translate] data-ending-style:translate-x-6 data-starting-style:translate-x-6 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <header className="flex items-start justify-between gap-4 border-b border-stroke-subtle px-5 pt-4 pb-3">
            <div className="min-w-0">
              {kicker && <p className="text-label text-content-muted">{kicker}</p>}
              <Base.Title className="min-w-0 text-lead font-medium text-content">{title}</Base.Title>
              {description && (
                <Base.Description render={<div />} className="pt-1 text-label text-content-muted">
                  {description}
                </Base.Description>
              )}
            </div>
            <div className="flex shrink-0 items-center gap-1">
              {actions}
              <Base.Close render={<IconButton label="Close" icon={<CloseIcon />} size="small" />} />
            </div>
          </header>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
