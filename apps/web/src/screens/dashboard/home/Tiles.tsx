import type {
  FailedLogonFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
} from '@scout/contract';
import { ChevronRightIcon, formatCount, NO_VALUE, Time } from '@scout/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { timeZone } from '../../../events/timeZone.ts';
import { dashboards } from '../dashboards.ts';

interface TilesProps {
  activity: ServiceAccountActivityFigures | null;
  failures: FailedLogonFigures | null;
  logons: InteractiveLogonFigures | null;
}

/** The four dashboards, each with the one thing in it to look at first. */
export function Tiles({ activity, failures, logons }: TilesProps) {
  const first: Record<(typeof dashboards)[number]['title'], ReactNode> = {
    'Service Account Activity': <LatestIncident figures={activity} />,
    'Failed Logons': <MostFailures figures={failures} />,
    'Interactive Logons': <LatestLogon figures={logons} />,
    'Infrastructure Changes': 'Not collected yet',
  };
  return (
    <nav aria-label="The four dashboards">
      <ul className="grid gap-px p-px sm:grid-cols-2 xl:grid-cols-4">
        {dashboards.map(({ path, title }) => (
          <li key={path} className="bg-surface-2 outline outline-stroke-subtle">
            <Link
              to={path}
              className="group flex h-full flex-col gap-3 px-4 py-3 transition-colors hover:bg-surface-3 focus-visible:outline-offset-[-2px]"
            >
              <span className="flex items-center justify-between font-medium">
                {title}
                <span className="text-content-faint transition-transform group-hover:translate-x-0.5 group-hover:text-accent">
                  <ChevronRightIcon />
                </span>
              </span>
              <span className="flex min-h-10 min-w-0 flex-col text-label text-content-muted">
                {first[title]}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LatestIncident({ figures }: { figures: ServiceAccountActivityFigures | null }) {
  const row = figures?.log[0];
  if (row === undefined) return <None known={figures !== null}>No incidents in the last 30 days</None>;
  return (
    <First when={row.time} what="Latest">
      {row.serviceAccount} → {row.prdDbServer ?? NO_VALUE}
    </First>
  );
}

function MostFailures({ figures }: { figures: FailedLogonFigures | null }) {
  const row = figures?.byServiceAccount[0];
  if (row === undefined) return <None known={figures !== null}>No failed logons in the last 30 days</None>;
  return (
    <>
      <span>Most, {formatCount(row.count)} times</span>
      <span className="truncate font-mono text-content">{row.serviceAccount}</span>
    </>
  );
}

function LatestLogon({ figures }: { figures: InteractiveLogonFigures | null }) {
  const row = figures?.log[0];
  if (row === undefined)
    return <None known={figures !== null}>No interactive logons in the last 30 days</None>;
  return (
    <First when={row.time} what="Latest">
      {row.serviceAccount} @ {row.workstation ?? NO_VALUE}
    </First>
  );
}

function First({ when, what, children }: { when: string; what: string; children: ReactNode }) {
  return (
    <>
      <span>
        {what} <Time value={when} timeZone={timeZone} />
      </span>
      <span className="truncate font-mono text-content">{children}</span>
    </>
  );
}

/** What stands there when there is nothing; nothing at all while that is not known. */
function None({ known, children }: { known: boolean; children: string }) {
  return known ? children : null;
}
