import { failedLogonPanels, isUnfiltered, SHOW_ALL } from '@scout/detection';
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
import { CountsPanel } from './CountsPanel.tsx';
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
          view={view}
          applied={account}
          names="account"
          onApply={apply('account')}
          totalOf={({ byServiceAccount }) => byServiceAccount.length}
          rowsOf={(figures, search) =>
            failedLogonPanels(figures, { account: search, server: SHOW_ALL }).byServiceAccount.map((row) => ({
              name: row.serviceAccount,
              count: row.count,
            }))
          }
        />
        <CountsPanel
          {...searches.server}
          view={view}
          applied={server}
          names="server"
          onApply={apply('server')}
          totalOf={({ byServer }) => byServer.length}
          rowsOf={(figures, search) =>
            failedLogonPanels(figures, { account: SHOW_ALL, server: search }).byServer.map((row) => ({
              name: row.server,
              count: row.count,
            }))
          }
        />
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
              />
            )
          }
        </FiguresPanel>
        <ActivityLog view={view} />
      </PanelGrid>
    </DashboardPage>
  );
}
