import { Badge, formatAgo } from '@scout/ui';
import type { ReactNode } from 'react';
import { useNow } from '../../../events/clock.ts';

interface StatusLineProps {
  company: string;
  /** ISO time of the previous sign-in; null without one. */
  lastSignIn: string | null;
  inDemoMode: boolean;
  /** The agent status; omitted in demo mode. */
  agents?: ReactNode;
}

const line = 'flex flex-wrap items-center gap-x-6 gap-y-2 border-y border-stroke-subtle py-2 text-body';

/** Reserves the line until the organization is known. */
export function EmptyStatusLine() {
  return <div className={line}>{'\u00a0'}</div>;
}

/** One line with organization, account status, and last sign-in. */
export function StatusLine({ company, lastSignIn, inDemoMode, agents }: StatusLineProps) {
  const now = useNow();
  return (
    <dl className={line}>
      <div className="flex min-w-0 items-center gap-2">
        <dt className="sr-only">Organization</dt>
        <dd className="flex min-w-0 items-center gap-2">
          <Badge>
            <span className="max-w-[48vw] truncate sm:max-w-80">{company}</span>
          </Badge>
          {inDemoMode && <Badge tone="strong">DEMO MODE</Badge>}
        </dd>
      </div>
      <Reading term="Account status">
        <span className="flex items-center gap-1.5">
          <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true" className="text-positive">
            <circle cx="4" cy="4" r="3.5" fill="currentColor" />
          </svg>
          Active
        </span>
      </Reading>
      <Reading term="Last sign-in">
        {lastSignIn === null ? 'None before this one' : formatAgo(lastSignIn, now)}
      </Reading>
      {agents !== undefined && <Reading term="Agents">{agents}</Reading>}
    </dl>
  );
}

function Reading({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-content-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
