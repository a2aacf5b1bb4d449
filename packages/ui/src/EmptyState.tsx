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

/** What an instrument shows in each case: no signal; a flat line that lives; a line with a stretch masked out. */
const traces: Record<EmptyReason, ReactNode> = {
  waiting: (
    <>
      <path d="M0 12h48" strokeDasharray="1 5" />
      <path d="M48 7v10M43 12h10" />
      <path d="M54 12h42" strokeDasharray="1 5" />
    </>
  ),
  quiet: <path d="M0 12h38l3-2 3 4 4-9 4 12 3-6 2 1h39" />,
  filtered: (
    <>
      <path d="M0 12h28M68 12h28" />
      <path d="M32 5v14M64 5v14" />
      <path d="M37 12h24" strokeDasharray="2 4" />
    </>
  ),
};

/** Says what would appear here and why it does not yet. */
export function EmptyState({ reason, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start px-[var(--inset,1rem)] pt-4 pb-6">
      <svg
        width="96"
        height="24"
        viewBox="0 0 96 24"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        className="mb-3 text-stroke-strong"
      >
        {traces[reason]}
      </svg>
      <p className="text-body font-medium text-content">{title}</p>
      {children && <div className="max-w-[60ch] text-body text-content-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
