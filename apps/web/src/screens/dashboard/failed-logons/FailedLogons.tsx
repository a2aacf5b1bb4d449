import type { FailedLogonFigures } from '@scout/contract';
import { failedLogonPanels, isUnfiltered, keyOf, SHOW_ALL } from '@scout/detection';
import { PanelGrid, Skeleton, TrendChart } from '@scout/ui';
import { useFigures } from '../../../events/useFigures.ts';
import { titled } from '../../../title.ts';
import { useRange, useViewParams } from '../../../view/useView.ts';
import { readFilter, writeFilter } from '../../../view/viewState.ts';
import { useOpenIncidents } from '../../incidents/DrillDownPage.tsx';
import { DashboardPage } from '../DashboardPage.tsx';
import { dayOfPoint, withGaps } from '../days/gaps.ts';
import { useKnownFrom } from '../days/useKnownFrom.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { DashboardLead } from '../lead/DashboardLead.tsx';
import { ActivityLog, NoFailures } from './ActivityLog.tsx';
import { type CountRow, CountsPanel } from './CountsPanel.tsx';
import { namesFirst } from './hosts.ts';
import { searches } from './searches.ts';

export const meta = titled('Failed Logons');

/** The Failed Logons dashboard of a subscribed organization (spec section 2). */
export default function FailedLogons() {
  const [range] = useRange();
  const view = useFigures('failed-logons', range);
  const openIncidents = useOpenIncidents();
  const knownFrom = useKnownFrom(view.since);
  const [params, change] = useViewParams();
  const account = readFilter(params, 'account') ?? SHOW_ALL;
  const server = readFilter(params, 'server') ?? SHOW_ALL;
  const apply = (of: 'account' | 'server') => (search: string) =>
    change((next) => writeFilter(next, of, isUnfiltered(search) ? null : search));
  // Few servers leave room for the trend beside the accounts.
  const servers = view.figures?.byServer.length ?? 0;
  const isStacked = servers <= FEW;
  const trend = (
    <FiguresPanel
      title="Failed Logon Rate Trend"
      description="Per day of your time zone"
      view={view}
      loading={<Skeleton shape="trend" label="Failed Logon Rate Trend" />}
    >
      {({ total, trend, until }) =>
        total === 0 ? (
          <NoFailures />
        ) : (
          <TrendChart
            label="Failed Logon Rate Trend"
            points={withGaps(trend, until, knownFrom)}
            onSelect={({ x }) => openIncidents({ kind: 'day', day: dayOfPoint(trend.length, x, until) })}
            series={['Failed Logons', 'Moving Average']}
            {...(isStacked && { height: Math.max(LEAST, BESIDE - servers * ROW) })}
          />
        )
      }
    </FiguresPanel>
  );
  return (
    <DashboardPage
      title="Failed Logons"
      subtitle="Real-time monitoring of failed service account logons to production servers"
      lead={<DashboardLead about="refusals" />}
      view={view}
      rule="failed-logons"
    >
      <PanelGrid>
        <CountsPanel
          {...searches.account}
          span={7}
          view={view}
          applied={account}
          names="account"
          onApply={apply('account')}
          totalOf={({ byServiceAccount }) => byServiceAccount.length}
          rowsOf={accountRows}
        />
        <div className="col-span-12 flex min-w-0 flex-col gap-px lg:col-span-5 [&>section:last-child]:grow">
          <CountsPanel
            {...searches.server}
            span={12}
            view={view}
            applied={server}
            names="server"
            onApply={apply('server')}
            totalOf={({ byServer }) => byServer.length}
            rowsOf={serverRows}
          />
          {isStacked && trend}
        </div>
        {!isStacked && trend}
        <ActivityLog view={view} />
      </PanelGrid>
    </DashboardPage>
  );
}

/** Servers up to which the trend has room below them. */
const FEW = 4;
/** Height of a server's row, and of a trend that ends with ten accounts beside it, without servers and at least (px). */
const [ROW, BESIDE, LEAST] = [36, 276, 140];

/** The counted accounts, with the sources and reasons of the log. */
function accountRows(figures: FailedLogonFigures, search: string): CountRow[] {
  const panels = failedLogonPanels(figures, { account: search, server: SHOW_ALL });
  return panels.byServiceAccount.map(({ serviceAccount, count }) => {
    const logged = figures.log.find((row) => row.serviceAccount === serviceAccount);
    return {
      name: serviceAccount,
      count,
      others: namesFirst(logged?.sourceHosts ?? []),
      reasons: logged?.failureReasons ?? [],
    };
  });
}

/** The counted servers, with the accounts of the log that failed there. */
function serverRows(figures: FailedLogonFigures, search: string): CountRow[] {
  const panels = failedLogonPanels(figures, { account: SHOW_ALL, server: search });
  return panels.byServer.map(({ server, count }) => ({
    name: server,
    count,
    others: figures.log
      .filter(({ destinationServers }) => destinationServers.some((each) => keyOf(each) === keyOf(server)))
      .map(({ serviceAccount }) => serviceAccount),
    reasons: [],
  }));
}
