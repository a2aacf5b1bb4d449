import { cx } from '../base/cx.ts';

export interface StatusPillProps {
  status: 'live' | 'offline';
  /** Replaces LIVE or OFFLINE. */
  label?: string;
}

/** The connection status: a filled mark when live, a struck ring when offline, and the word. */
export function StatusPill({ status, label }: StatusPillProps) {
  const live = status === 'live';
  return (
    <span
      role="status"
      className={cx(
        'inline-flex h-6 items-center gap-1.5 rounded-full border border-stroke-strong px-2 text-label font-medium tracking-wide',
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
  );
}
