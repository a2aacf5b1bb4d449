import { endDemoMode } from '../../../demo/demoMode.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { useDemo } from './DemoProvider.tsx';

/** The bar on every page of demo mode: pause, tour, and exit. */
export function DemoBar({ onTour }: { onTour: () => void }) {
  const { paused, setPaused } = useDemo();
  return (
    <section
      aria-label="Demo mode"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-stroke-subtle bg-surface-3 px-4 py-1.5 lg:px-6"
    >
      <p className="text-body text-content-muted">
        <span className="font-medium text-content">Demo data.</span> Generated in this browser; not real data.
      </p>
      <div className="-ml-2.5 flex flex-wrap items-center gap-1 sm:-mr-2.5 sm:ml-0">
        <ActionButton
          command={paused ? 'Resume the demo' : 'Pause the demo'}
          access="member"
          variant="quiet"
          size="small"
          onClick={() => setPaused(!paused)}
        >
          {paused ? 'Resume' : 'Pause'}
        </ActionButton>
        <ActionButton command="Start the tour" access="member" variant="quiet" size="small" onClick={onTour}>
          Take the tour
        </ActionButton>
        <ActionButton
          command="Leave demo mode"
          access="member"
          variant="quiet"
          size="small"
          onClick={() => endDemoMode(window)}
        >
          Leave demo mode
        </ActionButton>
      </div>
    </section>
  );
}
