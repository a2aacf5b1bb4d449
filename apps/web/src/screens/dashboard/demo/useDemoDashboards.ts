import { type ComponentType, useEffect, useState } from 'react';
import type { DemoDashboardsProps } from './DemoDashboards.tsx';

type DemoDashboards = ComponentType<DemoDashboardsProps>;

/**
 * The pages of demo mode; null while they are fetched, which begins before anybody asks for them. A module of its own, so that a
 * subscribed organization never loads the generators; no `lazy`, which would show its fallback for 300 ms even when all is there.
 */
export function useDemoDashboards(): DemoDashboards | null {
  const [loaded, setLoaded] = useState<{ Pages: DemoDashboards } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    import('./DemoDashboards.tsx').then(
      ({ DemoDashboards: Pages }) => setLoaded({ Pages }),
      (error: unknown) => setFailure({ error }),
    );
  }, []);
  // For the error boundary of the page.
  if (failure !== null) throw failure.error;
  return loaded?.Pages ?? null;
}
