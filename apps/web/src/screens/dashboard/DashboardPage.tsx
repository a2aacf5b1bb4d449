import type { RuleId } from '@scout/detection';
import { cx, Spinner, Time } from '@scout/ui';
import type { ReactNode } from 'react';
import { timeZone } from '../../events/clock.ts';
import type { FiguresView } from '../../events/useFigures.ts';
import { useIsChecking } from '../../session/organization.ts';
import { checkingOrganization } from '../../shell/pageState.tsx';
import { useRange } from '../../view/useView.ts';
import { DrillDownPage } from '../incidents/DrillDownPage.tsx';
import { FiguresError } from './FiguresPanel.tsx';
import { FreshnessPill, OfflineNotice } from './freshness.tsx';
import { RangePicker } from './RangePicker.tsx';

interface DashboardPageProps {
  title: string;
  subtitle: ReactNode;
  /** Rendered beside the title, above the freshness. */
  aside?: ReactNode;
  /** The figures of the page, for their start time and errors; null for a page without figures. */
  view: FiguresView<unknown> | null;
  /** Replaces the freshness of the poll. */
  freshness?: ReactNode;
  /** The rule whose incidents the drawer shows; such a page also has a range picker. */
  rule?: RuleId;
  /** The most severe case of the page. */
  lead?: ReactNode;
  children: ReactNode;
}

/** The frame of a dashboard: title, freshness and range, the most severe case, then its panels. On a phone the case follows the title. */
export function DashboardPage(props: DashboardPageProps) {
  const { title, subtitle, aside, view, freshness, rule, lead, children } = props;
  const [range] = useRange();
  const checking = useIsChecking();
  // The range picker already shows custom days.
  const isCustom = rule !== undefined && typeof range !== 'string';
  return (
    <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-4 px-4 py-5 lg:px-6">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 max-md:contents">
        <div className="min-w-0">
          <h1 className="text-title font-medium">{title}</h1>
          <p className="text-body text-content-muted">{subtitle}</p>
        </div>
        {(checking || aside || freshness || view !== null || rule) && (
          <div
            className={cx(
              'flex flex-wrap items-center justify-between gap-x-6 gap-y-1 max-md:order-1',
              // A clock is short enough to stand beside the title of a tablet.
              aside ? 'md:flex-col md:items-end' : 'max-lg:w-full lg:flex-col lg:items-end',
            )}
          >
            {aside}
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-lg:grow max-lg:justify-between sm:gap-x-4 max-sm:justify-start">
              {checking && <Checking />}
              {!checking &&
                (view === null ? (
                  freshness
                ) : (
                  <Freshness since={isCustom ? null : view.since} isBrief={aside !== undefined} />
                ))}
              {rule && <RangePicker />}
            </div>
          </div>
        )}
      </header>
      {lead}
      <div className="flex min-w-0 flex-col gap-4 max-md:order-2">
        {view !== null && view.error !== null ? (
          <div className="border border-stroke-subtle bg-surface-2">
            <FiguresError title={`${title} could not be loaded`} error={view.error} />
          </div>
        ) : (
          <>
            {view !== null && <OfflineNotice />}
            {rule ? <DrillDownPage rule={rule}>{children}</DrillDownPage> : children}
          </>
        )}
      </div>
    </div>
  );
}

function Checking() {
  return (
    <p role="status" className="flex items-center gap-2 text-label text-content-muted">
      <Spinner />
      {checkingOrganization}
    </p>
  );
}

/** With `isBrief` the start of the figures is said on wide screens only. */
function Freshness({ since, isBrief }: { since: string | null; isBrief: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-label text-content-faint max-sm:contents">
      {since !== null && (
        <span className={isBrief ? 'max-lg:hidden' : 'max-sm:order-1'}>
          Since <Time value={since} timeZone={timeZone} />
        </span>
      )}
      <FreshnessPill />
    </div>
  );
}
