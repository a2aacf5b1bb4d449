import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';

export interface StatusPillProps {
  status: 'live' | 'offline';
  /** Replaces LIVE or OFFLINE. */
  label?: string;
  /** More about the status, after its word: when it was last known. Not announced when it changes. */
  children?: ReactNode;
}

/** The connection status: a filled mark when live, a struck ring when offline, and the word. */
export function StatusPill({ status, label, children }: StatusPillProps) {
  const live = status === 'live';
  return (
    <span className="inline-flex min-h-6 flex-wrap items-center gap-x-2 rounded-full border border-stroke-strong px-2 text-label">
      <span
        role="status"
        className={cx(
          'inline-flex items-center gap-1.5 font-medium tracking-wide',
          live ? 'text-positive' : 'text-content-muted',
        )}
      >
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          {live ? (
            <circle cx="5" cy="5" r="3.5" fill="currentColor" />
          ) : (
            <>
              <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
              <path d="M1 9L9 1" stroke="currentColor" strokeWidth="1.5" />
            </>
          )}
        </svg>
        {label ?? (live ? 'LIVE' : 'OFFLINE')}
      </span>
      {children && <span className="text-content-muted">{children}</span>}
    </span>
  );
}
