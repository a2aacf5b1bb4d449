import { formatTime, StatusPill } from '@scout/ui';
import { type ReactNode, useState } from 'react';
import { timeZone, useNow } from '../../../events/clock.ts';
import { DashboardPage } from '../DashboardPage.tsx';
import { useDemo } from './DemoProvider.tsx';

interface DemoPageProps {
  title: string;
  subtitle: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** The most severe story. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A dashboard of demo mode: the same frame, with clock and status of the generated figures. */
export function DemoPage({ title, subtitle, aside, lead, children }: DemoPageProps) {
  return (
    <DashboardPage
      title={title}
      subtitle={subtitle}
      aside={aside}
      view={null}
      freshness={<DemoFreshness />}
      lead={lead}
    >
      {children}
    </DashboardPage>
  );
}

/** A running clock; a pause stops it together with the figures. */
function DemoFreshness() {
  const { paused } = useDemo();
  const now = useNow();
  const [stoppedAt, setStoppedAt] = useState<number | null>(null);
  if (paused !== (stoppedAt !== null)) setStoppedAt(paused ? now : null);
  return (
    <StatusPill {...(paused ? { status: 'offline', label: 'PAUSED' } : { status: 'live' })}>
      <span role="timer">
        Last Updated:{' '}
        <span className="font-mono text-content">{formatTime(stoppedAt ?? now, { timeZone })?.clock}</span>
      </span>
    </StatusPill>
  );
}
