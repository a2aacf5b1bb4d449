import { failedLogonPanels, SHOW_ALL } from '@scout/detection';
import { formatCount, PanelGrid, Skeleton, TrendChart } from '@scout/ui';
import { useState } from 'react';
import { useFigures } from '../../../events/useFigures.ts';
import { titled } from '../../../title.ts';
import { DashboardPage } from '../DashboardPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { ActivityLog } from './ActivityLog.tsx';
import { CountsPanel } from './CountsPanel.tsx';
import { NoFailures } from './NoFailures.tsx';
import { searches } from './searches.ts';

export const meta = titled('Failed Logons');

/** The Failed Logons dashboard of a subscribed organization (spec section 2). */
export default function FailedLogons() {
  const view = useFigures('failed-logons');
  const [account, setAccount] = useState<string>(SHOW_ALL);
  const [server, setServer] = useState<string>(SHOW_ALL);
  return (
    <DashboardPage
      title="Failed Logons"
      subtitle="Real-time monitoring of failed service account logons to production servers"
      view={view}
    >
      <PanelGrid>
        <CountsPanel
          {...searches.account}
          view={view}
          applied={account}
          onApply={setAccount}
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
          onApply={setServer}
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
          {({ total, trend }) =>
            total === 0 ? (
              <NoFailures />
            ) : (
              <TrendChart
                label="Failed Logon Rate Trend"
                points={trend}
                series={['Failed Logons', 'Moving Average']}
                formatTooltip={(series, value) => `${series}: ${formatCount(value)} failed logons`}
              />
            )
          }
        </FiguresPanel>
        <ActivityLog view={view} />
      </PanelGrid>
    </DashboardPage>
  );
}
