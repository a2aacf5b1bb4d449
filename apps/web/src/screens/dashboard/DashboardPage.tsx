import { formatTime, Time } from '@scout/ui';
import type { ReactNode } from 'react';
import { timeZone } from '../../events/timeZone.ts';
import { LastUpdated } from './LastUpdated.tsx';
import { LivePill } from './LivePill.tsx';

interface DashboardPageProps {
  title: string;
  subtitle: string;
  /** ISO time from which on events are counted; null while it is not known. */
  since: string | null;
  children: ReactNode;
}

/** A dashboard: what it is, how fresh, since when; then its panels. */
export function DashboardPage({ title, subtitle, since, children }: DashboardPageProps) {
  return (
    <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-4 px-4 py-5 lg:px-6">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-title font-medium">{title}</h1>
          <p className="text-body text-content-muted">{subtitle}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-label text-content-muted">
          {since !== null && (
            <span>
              Since <Time value={since} timeZone={timeZone} />
            </span>
          )}
          <LastUpdated />
          <LivePill />
        </div>
      </header>
      {children}
    </div>
  );
}

/** 'Last updated Nov 21, 14:05:32', for panels whose figures are out of date. */
export function asOf(at: number | null): string {
  const parts = formatTime(at, { timeZone });
  return parts === null
    ? 'Not updated since this page was opened'
    : `Last updated ${parts.date}, ${parts.clock}`;
}
