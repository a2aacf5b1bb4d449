import { Button, StatusPill, TooltipProvider } from '@scout/ui';
import { type ComponentType, useRef, useState } from 'react';
import { useWhileSeen } from '../../../../site/useWhileSeen.ts';
import { FailedLogons, Infrastructure, InteractiveLogons, type LiveProps, ServiceAccounts } from './live.tsx';
import { type DashboardId, TabList } from './TabList.tsx';

const bodies: Record<DashboardId, ComponentType<LiveProps>> = {
  'service-accounts': ServiceAccounts,
  'failed-logons': FailedLogons,
  'interactive-logons': InteractiveLogons,
  infrastructure: Infrastructure,
};

/** One of the four dashboards at a time, running only while in view. */
export default function LiveDashboards() {
  const place = useRef<HTMLDivElement>(null);
  const seen = useWhileSeen(place);
  const [chosen, setChosen] = useState<DashboardId>('service-accounts');
  const [paused, setPaused] = useState(false);
  const Body = bodies[chosen];
  return (
    <TooltipProvider>
      <div ref={place} className="flex h-full flex-col tabular-nums">
        <div className="flex shrink-0 items-center border-b border-stroke-subtle pr-3">
          <TabList chosen={chosen} onChoose={setChosen} />
          <div className="ml-auto flex shrink-0 items-center gap-2 pl-2">
            <Button variant="quiet" size="small" onClick={() => setPaused(!paused)}>
              {paused ? 'Resume' : 'Pause'}
            </Button>
            <span className="hidden sm:inline">
              <StatusPill status={paused ? 'offline' : 'live'} {...(paused && { label: 'PAUSED' })} />
            </span>
          </div>
        </div>
        <div
          role="tabpanel"
          id={`dashboard-${chosen}`}
          aria-labelledby={`dashboard-${chosen}-tab`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
          tabIndex={0}
          className="scroll-hint-down min-h-0 grow overflow-x-hidden overflow-y-auto"
        >
          {/* The outer border replaces the outermost hairlines of the panels. */}
          <div className="-mx-px -mt-px flex flex-col [&>*+*]:-mt-px">
            <Body key={chosen} running={seen && !paused} />
          </div>
        </div>
      </div>
    </TooltipProvider>
  );
}
