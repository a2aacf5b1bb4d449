import type { ReactNode } from 'react';

interface ListPageProps {
  title: string;
  lead: ReactNode;
  /** Beside the heading; on a phone below it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page that is one list: heading, a line about it, and actions. */
export function ListPage({ title, lead, actions, children }: ListPageProps) {
  return (
    <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-4 px-4 py-5 lg:px-6">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-title font-medium">{title}</h1>
          <div className="text-body text-content-muted">{lead}</div>
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
