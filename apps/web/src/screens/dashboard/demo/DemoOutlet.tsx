import { type ComponentType, lazy, Suspense, useDeferredValue } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../../paths.ts';
import { PageMessage, PageStatus } from '../../../shell/pageState.tsx';
import { DemoHome } from '../home/DemoHome.tsx';

/** The demo pages by path. */
const pages: Record<string, ComponentType> = {
  [paths.dashboard]: DemoHome,
  [paths.serviceAccounts]: lazy(() => import('../service-accounts/DemoServiceAccounts.tsx')),
  [paths.failedLogons]: lazy(() => import('../failed-logons/DemoFailedLogons.tsx')),
  [paths.interactiveLogons]: lazy(() => import('../interactive-logons/DemoInteractiveLogons.tsx')),
  [paths.infrastructure]: lazy(() => import('../infrastructure/DemoInfrastructure.tsx')),
};

/** The demo page of the current path. */
export function DemoOutlet() {
  // The current page stays until the code of the next one is loaded.
  const pathname = useDeferredValue(useLocation().pathname);
  const Page = pages[pathname.replace(/\/$/, '')];
  if (Page === undefined) {
    return (
      <PageMessage title="Not in demo mode">This page shows recorded events; demo mode has none.</PageMessage>
    );
  }
  return (
    <Suspense fallback={<PageStatus>Preparing demo figures…</PageStatus>}>
      <Page />
    </Suspense>
  );
}
