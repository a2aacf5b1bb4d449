import { type AlertEconomics, alertRate, limits } from '@scout/contract';
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  formatCount,
  Panel,
  Stat,
  StatGrid,
} from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { timeZone } from '../../../../events/clock.ts';
import { query } from '../../../../session/queries.ts';
import { severityTitles } from '../recipientWords.ts';
import { channelText, ruleText } from './economicsWords.ts';

type Silenced = AlertEconomics['exceptions']['listed'][number];
const { days, exceptionsListed } = limits.alertEconomics;

/** Volume of alerts: number per 1,000 accounts and day, their kinds, and reductions. */
export function EconomicsPanels() {
  const economics = useQuery(query.alertEconomics.queryOptions({ input: {} }));
  const { data } = economics;
  const loading = economics.isPending;
  if (data === undefined && economics.isError) {
    return (
      <Panel title="Alerts sent" span={12}>
        <ErrorState
          title="The figures of alerts could not be loaded"
          safe="Alerts are still being sent."
          nextStep="Try again in a moment."
          detail={messageOf(economics.error)}
          onRetry={() => void economics.refetch()}
          retrying={economics.isFetching}
        />
      </Panel>
    );
  }
  const { used = 0, findings = 0, listed = [] } = data?.exceptions ?? {};
  if (data !== undefined && data.alerts === 0 && findings === 0) {
    return (
      <Panel title="Alerts sent" span={12} flush>
        {none}
      </Panel>
    );
  }
  return (
    <>
      <Panel
        title="Alerts sent"
        description={
          data && data.days < days ? `Since the start, ${dayText(data.days)}` : `Last ${days} days`
        }
        footnote="Emails and delivered channel messages count as alerts; tests do not."
        span={12}
        flush
      >
        <StatGrid label="Alerts sent">
          <Stat
            label="Per 1,000 accounts per day"
            value={data ? alertRate(data.alerts, data) : null}
            format={formatCount}
            loading={loading}
            {...(data && { note: `${formatCount(data.accounts)} service accounts` })}
          />
          <Stat label="Alerts" value={data?.alerts ?? null} loading={loading} />
          <Stat
            label="Silenced findings"
            value={data ? findings : null}
            loading={loading}
            {...(data && { note: `By ${formatCount(used)} ${used === 1 ? 'exception' : 'exceptions'}` })}
          />
        </StatGrid>
      </Panel>
      <Panel title="By channel" span={6} flush>
        <DataTable
          caption="By channel"
          name="alerts-by-channel"
          columns={[
            { id: 'channel', header: 'Channel', kind: 'text', value: channelText, minWidth: 130 },
            ...counts<AlertEconomics['channels'][number]>(data),
          ]}
          rows={data?.channels ?? []}
          rowKey={({ channel_id }) => channel_id ?? 'email'}
          density="compact"
          loading={loading}
          empty={none}
        />
      </Panel>
      <Panel title="By rule" footnote="An email about several cases counts once per rule." span={6} flush>
        <DataTable
          caption="By rule"
          name="alerts-by-rule"
          columns={[
            { id: 'rule', header: 'Rule', kind: 'text', value: ruleText, minWidth: 130 },
            ...counts<AlertEconomics['rules'][number]>(data),
          ]}
          rows={data?.rules ?? []}
          rowKey={({ kind }) => kind ?? ''}
          density="compact"
          maxHeight={300}
          loading={loading}
          empty={none}
        />
      </Panel>
      <Panel title="By threshold" footnote="Alerts one recipient would get at this threshold." span={6} flush>
        <DataTable
          caption="By threshold"
          name="alerts-by-threshold"
          columns={[
            {
              id: 'severity',
              header: 'Severity',
              kind: 'text',
              value: ({ severity }) => severityTitles[severity],
              sortable: false,
              minWidth: 130,
            },
            ...counts<AlertEconomics['thresholds'][number]>(data),
          ]}
          rows={data?.thresholds ?? []}
          rowKey={({ severity }) => severity}
          density="compact"
          loading={loading}
          empty={none}
        />
      </Panel>
      <Panel
        title="Silenced by exceptions"
        {...(used > listed.length && {
          footnote: `The ${exceptionsListed} of ${formatCount(used)} exceptions that silenced the most.`,
        })}
        span={6}
        flush
      >
        <DataTable
          caption="Silenced by exceptions"
          name="silenced-by-exceptions"
          columns={silencedColumns}
          rows={listed}
          rowKey={({ id }) => id}
          density="compact"
          maxHeight={300}
          loading={loading}
          timeZone={timeZone}
          empty={
            <EmptyState reason="quiet" title="Nothing was silenced">
              Findings permitted by an exception are counted here.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

const dayText = (n: number) => `${n} ${n === 1 ? 'day' : 'days'} ago`;

const none = (
  <EmptyState reason="quiet" title="No alerts">
    Alerts of the last {days} days are counted here.
  </EmptyState>
);

/** Number, and number per 1,000 accounts and day. */
const counts = <Row extends { alerts: number }>(of: AlertEconomics | undefined): Column<Row>[] => [
  { id: 'alerts', header: 'Alerts', kind: 'number', value: ({ alerts }) => alerts, width: 90 },
  {
    id: 'rate',
    header: 'Per 1,000 a day',
    kind: 'number',
    value: ({ alerts }) => (of === undefined ? null : alertRate(alerts, of)),
    format: formatCount,
    width: 140,
  },
];

const silencedColumns: Column<Silenced>[] = [
  { id: 'account', header: 'Account', kind: 'mono', value: ({ account }) => account, minWidth: 120 },
  { id: 'reason', header: 'Reason', kind: 'text', value: ({ reason }) => reason, minWidth: 120 },
  { id: 'findings', header: 'Findings', kind: 'number', value: ({ findings }) => findings, width: 90 },
  { id: 'untold', header: 'Cases not sent', kind: 'number', value: (row) => row.cases_untold, width: 135 },
];
