import { limits } from '@scout/contract';
import { useEffect, useState } from 'react';
import { enableDemoMode, useDemoMode } from '../../../session/demoMode.ts';
import { isOverlayWanted, overlayAnswered, showsOverlay } from '../../../session/overlay.ts';
import { isTourCompleted } from '../../../session/tour.ts';
import { PageStatus } from '../../../shell/PageStatus.tsx';
import { useDemoDashboards } from '../demo/useDemoDashboards.ts';
import { NotSubscribed } from './NotSubscribed.tsx';
import { SubscriptionOverlay } from './SubscriptionOverlay.tsx';

/** The tour begins half a second after choosing to continue. */
type Tour = 'not-asked' | 'soon' | 'due';

/** The dashboards of an organization without a subscription: the overlay once, then demo mode or the ways to it (spec section 4). */
export function Unsubscribed({ company }: { company: string }) {
  const inDemoMode = useDemoMode();
  const DemoDashboards = useDemoDashboards();
  const [wanted, setWanted] = useState(() => isOverlayWanted(sessionStorage));
  const [tour, setTour] = useState<Tour>('not-asked');

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
        <DemoDashboards tourWanted={tour === 'due'} onTourEnd={() => setTour('not-asked')} />
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
