import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface BadgeProps {
  children: ReactNode;
  /** `strong` when the label changes the meaning of the whole screen. */
  tone?: 'neutral' | 'strong';
}

/** A short label beside another element: DEMO MODE, Admin, Pending. For severity use Severity. */
export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center whitespace-nowrap rounded-control align-top border px-1.5 text-label font-medium',
        tone === 'strong'
          ? 'border-transparent bg-content text-surface-1'
          : 'border-stroke-strong text-content-muted',
      )}
    >
      {children}
    </span>
  );
}

export interface KbdProps {
  /** One key: `Esc`, `↓`, `K`. */
  children: ReactNode;
}

/** A key to press. */
export function Kbd({ children }: KbdProps) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-control border border-stroke-strong px-1 font-mono text-label text-content-muted">
      {children}
    </kbd>
  );
}

export interface VisuallyHiddenProps extends ComponentProps<'span'> {
  children: ReactNode;
}

/** Read by screen readers, not visible. */
export function VisuallyHidden({ children, ...rest }: VisuallyHiddenProps) {
  return (
    <span {...rest} className="sr-only">
      {children}
    </span>
  );
}
