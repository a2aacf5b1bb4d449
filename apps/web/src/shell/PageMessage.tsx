import type { ReactNode } from 'react';

interface PageMessageProps {
  title: string;
  children: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

/** A page that has one thing to say. */
export function PageMessage({ title, children, action }: PageMessageProps) {
  return (
    <div className="mx-auto flex w-full max-w-md grow flex-col justify-center px-4 py-24">
      <h1 className="text-title font-medium text-balance">{title}</h1>
      <div className="mt-2 text-lead text-content-muted">{children}</div>
      {action && <div className="mt-6 flex gap-3">{action}</div>}
    </div>
  );
}
