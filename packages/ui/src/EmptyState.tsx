import type { ReactNode } from 'react';

/** Why nothing is here: nothing has arrived yet, nothing matched, or a filter hides it. */
export type EmptyReason = 'waiting' | 'quiet' | 'filtered';

export interface EmptyStateProps {
  reason: EmptyReason;
  /** What would appear here: 'No incidents in the last 30 days'. */
  title: string;
  /** Why it does not yet, in a sentence. */
  children?: ReactNode;
  /** The one thing to do about it. */
  action?: ReactNode;
}

const traces: Record<EmptyReason, ReactNode> = {
  waiting: <path d="M4 16h72" strokeDasharray="2 6" />,
  quiet: <path d="M4 16h26l3-3 3 6 3-3h37" />,
  filtered: (
    <>
      <path d="M4 16h22M54 16h22" />
      <path d="M30 4v24M50 4v24" strokeDasharray="2 3" />
    </>
  ),
};

/** Says what would appear here and why it does not yet. */
export function EmptyState({ reason, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      <svg
        width="80"
        height="32"
        viewBox="0 0 80 32"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        className="mb-2 text-stroke-strong"
      >
        {traces[reason]}
      </svg>
      <p className="text-body font-medium text-content">{title}</p>
      {children && <div className="max-w-[52ch] text-body text-content-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
