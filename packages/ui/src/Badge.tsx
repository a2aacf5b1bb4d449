import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface BadgeProps {
  children: ReactNode;
  /** `strong` for what changes the meaning of everything else on the screen. */
  tone?: 'neutral' | 'strong';
}

/** A word that qualifies what stands beside it: DEMO MODE, Admin, Pending. For severity use Severity. */
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
