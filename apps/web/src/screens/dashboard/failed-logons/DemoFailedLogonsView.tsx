import { type FailedLogonSearch, failedLogonPanels, SHOW_ALL } from '@scout/detection';
import type { DemoFailedLogons } from '@scout/detection/demo';
import { Button, type Column, DataTable, EmptyState, Panel, PanelGrid, TrendChart } from '@scout/ui';
import { cutNote } from '../cutWords.ts';
import { FilterBox } from './FilterBox.tsx';
import { logColumns } from './logColumns.tsx';
import { searches } from './searches.ts';

interface DemoFailedLogonsViewProps {
  figures: DemoFailedLogons;
  /** The applied filters; 'all' for none. */
  search: FailedLogonSearch;
  onSearch: (search: FailedLogonSearch) => void;
}

/** The Failed Logons dashboard of demo mode (spec section 2): 169 hourly points instead of 30 days. */
export function DemoFailedLogonsView({ figures, search, onSearch }: DemoFailedLogonsViewProps) {
  const shown = failedLogonPanels(figures, search);
  return (
    <PanelGrid>
      <Counts
        of="account"
        rows={shown.byServiceAccount.map(({ serviceAccount, count }) => ({ name: serviceAccount, count }))}
        total={figures.byServiceAccount.length}
        applied={search.account}
        onApply={(account) => onSearch({ ...search, account })}
      />
      <Counts
        of="server"
        rows={shown.byServer.map(({ server, count }) => ({ name: server, count }))}
        total={figures.byServer.length}
        applied={search.server}
        onApply={(server) => onSearch({ ...search, server })}
      />
      <Panel title="Failed Logon Rate Trend" description="Per hour, the last 7 days">
        <TrendChart
          label="Failed Logon Rate Trend"
          points={shown.trend}
          step="hour"
          series={['Failed Logons', 'Moving Average']}
        />
      </Panel>
      <Panel
        title="Failed Logon Activity Log"
        flush
        {...cutNote(shown.log.length, figures.log.length, 'service accounts')}
      >
        <DataTable
          caption="Failed Logon Activity Log"
          name="demo-failed-logon-log"
          columns={logColumns}
          rows={shown.log}
          rowKey={(row) => row.serviceAccount}
          empty={<EmptyState reason="quiet" title="No failed logons in the last 30 days" />}
        />
      </Panel>
    </PanelGrid>
  );
}

interface CountRow {
  name: string;
  count: number;
}

interface CountsProps {
  /** The counted entity. */
  of: keyof typeof searches;
  rows: readonly CountRow[];
  /** Total number. */
  total: number;
  applied: string;
  onApply: (search: string) => void;
}

/** Failed logons counted by account or by server, under a search box. */
function Counts({ of, rows, total, applied, onApply }: CountsProps) {
  const { title, nameHeader, thing, placeholder } = searches[of];
  const columns: Column<CountRow>[] = [
    { id: 'name', header: nameHeader, kind: 'mono', value: (row) => row.name },
    { id: 'count', header: 'Failed Logons', kind: 'number', value: (row) => row.count, width: 144 },
  ];
  return (
    <Panel
      title={title}
      span={6}
      flush
      {...cutNote(rows.length, total, `${thing}s`)}
      actions={<FilterBox thing={thing} placeholder={placeholder} applied={applied} onApply={onApply} />}
    >
      <DataTable
        caption={title}
        name={`demo-failed-logons-by-${of}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.name}
        empty={
          <EmptyState
            reason="filtered"
            title={`No ${thing} matches “${applied.trim()}”`}
            action={<Button onClick={() => onApply(SHOW_ALL)}>Show All</Button>}
          />
        }
      />
    </Panel>
  );
}
