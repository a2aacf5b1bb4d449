import { limits } from '@scout/contract';
import { type ComponentType, useEffect, useState } from 'react';
import { enableDemoMode, isTourCompleted, useDemoMode } from '../../../demo/demoMode.ts';
import { isOverlayWanted, overlayAnswered, showsOverlay } from '../../../session/overlay.ts';
import { PageStatus } from '../../../shell/pageState.tsx';
import type { DemoDashboardsProps } from '../demo/DemoDashboards.tsx';
import { NotSubscribed } from './NotSubscribed.tsx';
import { SubscriptionOverlay } from './SubscriptionOverlay.tsx';

/** The tour starts half a second after choosing to continue. */
type Tour = 'none' | 'soon' | 'due';

/** The dashboards of an organization without a subscription: the overlay once, then demo mode or the links to it (spec section 4). */
export function Unsubscribed({ company }: { company: string }) {
  const inDemoMode = useDemoMode();
  const DemoDashboards = useDemoDashboards();
  const [wanted, setWanted] = useState(() => isOverlayWanted(sessionStorage));
  const [tour, setTour] = useState<Tour>('none');

  useEffect(() => {
    if (tour !== 'soon') return;
    const timer = setTimeout(() => setTour('due'), limits.timers.tourStartMs);
    return () => clearTimeout(timer);
  }, [tour]);

  const answer = () => {
    overlayAnswered(sessionStorage);
    setWanted(false);
  };
  const browse = () => {
    answer();
    enableDemoMode(window);
    if (!isTourCompleted(localStorage)) setTour('soon');
  };
  return (
    <>
      {!inDemoMode && <NotSubscribed company={company} onContinue={browse} />}
      {inDemoMode && DemoDashboards === null && <PageStatus>Preparing demo figures…</PageStatus>}
      {inDemoMode && DemoDashboards !== null && (
        <DemoDashboards tourWanted={tour === 'due'} onTourEnd={() => setTour('none')} />
      )}
      <SubscriptionOverlay
        company={company}
        open={showsOverlay({ isSubscribed: false, inDemoMode, company, wanted })}
        onContinue={browse}
        onClose={answer}
      />
    </>
  );
}

type DemoDashboards = ComponentType<DemoDashboardsProps>;

/**
 * The pages of demo mode; null until loaded, which starts at mount. Imported dynamically, so that subscribed organizations never load the
 * generators; not by `lazy`, whose fallback stays for 300 ms even when the module is loaded.
 */
function useDemoDashboards(): DemoDashboards | null {
  const [loaded, setLoaded] = useState<{ Pages: DemoDashboards } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    import('../demo/DemoDashboards.tsx').then(
      ({ DemoDashboards: Pages }) => setLoaded({ Pages }),
      (error: unknown) => setFailure({ error }),
    );
  }, []);
  // For the error boundary of the page.
  if (failure !== null) throw failure.error;
  return loaded?.Pages ?? null;
}
