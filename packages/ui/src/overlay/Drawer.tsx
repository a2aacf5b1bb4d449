import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { cx } from '../base/cx.ts';
import { CloseIcon } from '../base/icons.tsx';
import { PlainIconButton } from '../base/PlainIconButton.tsx';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A short line above the title. */
  kicker?: ReactNode;
  title: ReactNode;
  /** A line under the title. */
  description?: ReactNode;
  /** Controls beside the close button. */
  tools?: ReactNode;
  children: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
  /** Wider, for long lines of text. */
  wide?: boolean;
}

/** A modal panel at the right edge for the details of a row. Traps and restores the focus; closes on Escape or a press outside. */
export function Drawer(props: DrawerProps) {
  const { open, onOpenChange, kicker, title, description, tools, children, actions, wide = false } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          // Announces the title, and prevents an accidental press of a control.
          initialFocus={popup}
          className={cx(
            'fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l border-stroke-strong bg-surface-2 outline-none transition-[translate,opacity] data-ending-style:translate-x-6 data-starting-style:translate-x-6 data-ending-style:opacity-0 data-starting-style:opacity-0',
            wide ? 'max-w-2xl' : 'max-w-xl',
          )}
        >
          <header className="flex items-start gap-3 border-b border-stroke-subtle px-5 py-4">
            <div className="min-w-0 grow">
              {kicker && <p className="text-label text-content-muted">{kicker}</p>}
              <Base.Title className="min-w-0 text-lead font-medium wrap-anywhere text-content">
                {title}
              </Base.Title>
              {description && (
                <Base.Description render={<div />} className="text-body text-content-muted">
                  {description}
                </Base.Description>
              )}
            </div>
            <div className="flex shrink-0 items-center gap-1">
              {tools}
              <Base.Close render={<PlainIconButton label="Close" icon={<CloseIcon />} size="small" />} />
            </div>
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
