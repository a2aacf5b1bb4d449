import { createContext, type ReactNode, use } from 'react';

/** True in the place of a table: the explanation is one line, without a drawing. */
export const EmptyLine = createContext(false);

/** Reason for an empty list: nothing has arrived yet, nothing matched, or a filter hides it. */
export type EmptyReason = 'waiting' | 'quiet' | 'filtered';

export interface EmptyStateProps {
  reason: EmptyReason;
  /** The missing content: 'No incidents in the last 30 days'. */
  title: string;
  /** The reason, in a sentence. */
  children?: ReactNode;
  /** The action that fixes it. */
  action?: ReactNode;
  /** One line without a drawing, as in the place of a table. */
  line?: boolean;
}

/** An oscilloscope trace per reason: no signal, a quiet line, a line with a masked section. */
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

/** Explains what would appear here and why it is empty. */
export function EmptyState({ reason, title, children, action, line = false }: EmptyStateProps) {
  const inTable = use(EmptyLine);
  if (inTable || line) {
    return (
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-2 border-t border-stroke-subtle px-[var(--inset,1rem)] py-2.5 text-body">
        <p className="text-content-muted">
          <span className="text-content">{title}</span>
          {children && <span> · {children}</span>}
        </p>
        {action}
      </div>
    );
  }
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
