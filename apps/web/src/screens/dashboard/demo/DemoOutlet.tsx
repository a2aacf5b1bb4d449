import { type ComponentType, lazy, Suspense, useDeferredValue } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../../paths.ts';
import { PageMessage } from '../../../shell/PageMessage.tsx';
import { PageStatus } from '../../../shell/PageStatus.tsx';
import { DemoHome } from '../home/DemoHome.tsx';

/** Which page stands for which in demo mode. */
const pages: Record<string, ComponentType> = {
  [paths.dashboard]: DemoHome,
  [paths.serviceAccounts]: lazy(() => import('../service-accounts/DemoServiceAccounts.tsx')),
  [paths.failedLogons]: lazy(() => import('../failed-logons/DemoFailedLogons.tsx')),
  [paths.interactiveLogons]: lazy(() => import('../interactive-logons/DemoInteractiveLogons.tsx')),
  [paths.infrastructure]: lazy(() => import('../infrastructure/DemoInfrastructure.tsx')),
};

/** The page of demo mode at the present path. */
export function DemoOutlet() {
  // The page that is there stays until the code of the next one is.
  const pathname = useDeferredValue(useLocation().pathname);
  const Page = pages[pathname.replace(/\/$/, '')];
  if (Page === undefined) {
    return (
      <PageMessage title="Not in demo mode">
        This page shows recorded events, and the figures of demo mode have none behind them.
      </PageMessage>
    );
  }
  return (
    <Suspense fallback={<PageStatus>Preparing demo figures…</PageStatus>}>
      <Page />
    </Suspense>
  );
}
