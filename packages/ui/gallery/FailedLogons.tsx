import { useState } from 'react';
import {
  BarChart,
  Button,
  type Column,
  DataTable,
  EmptyState,
  Panel,
  PanelGrid,
  SearchInput,
  TrendChart,
  ValueList,
} from '../src/index.ts';
import { countBy, type FailureRow, failures, incidents, trend } from './sample.ts';

const counts: Column<{ name: string; value: number }>[] = [
  { id: 'name', header: 'Service Account', kind: 'mono', value: (row) => row.name },
  { id: 'count', header: 'Failed Logons', kind: 'number', value: (row) => row.value * 37, width: 130 },
];

const log: Column<FailureRow>[] = [
  {
    id: 'account',
    header: 'Service Account',
    kind: 'mono',
    value: (row) => row.serviceAccount,
    minWidth: 190,
  },
  {
    id: 'velocity',
    header: 'Velocity Ratio',
    kind: 'number',
    value: (row) => Number(row.velocityRatio.split('/')[0]),
    format: (value) => `${value}/720`,
    width: 120,
  },
  {
    id: 'average',
    header: 'Avg Failed Attempts/Hour',
    kind: 'number',
    value: (row) => row.average,
    width: 190,
  },
  {
    id: 'reasons',
    header: 'Failure Reasons',
    kind: 'text',
    value: (row) => row.reasons.join(', '),
    cell: (row) => <ValueList values={row.reasons} label="failure reasons" text />,
    minWidth: 230,
  },
  {
    id: 'hosts',
    header: 'Source Hosts',
    kind: 'mono',
    value: (row) => row.hosts.join(', '),
    cell: (row) => <ValueList values={row.hosts} label="source hosts" />,
    minWidth: 190,
  },
  {
    id: 'servers',
    header: 'Destination Servers',
    kind: 'mono',
    value: (row) => row.servers.join(', '),
    cell: (row) => <ValueList values={row.servers} label="destination servers" />,
    minWidth: 180,
  },
];

/** The Failed Logons dashboard. */
export function FailedLogons() {
  const [text, setText] = useState('all');
  const [filtered, setFiltered] = useState(false);
  const rows = countBy(incidents(184), 'serviceAccount');
  const search = (
    <form
      className="flex min-w-0 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setFiltered(text !== 'all');
      }}
    >
      <SearchInput
        label="Service account"
        placeholder="Service account name or 'all'"
        value={text}
        onValueChange={setText}
        onClear={() => {
          setText('all');
          setFiltered(false);
        }}
        clearable={text !== 'all'}
      />
      <Button type="submit">{filtered ? 'Show All' : 'Apply Filter'}</Button>
    </form>
  );
  const shown = filtered ? rows.filter((row) => row.name.includes(text)).slice(0, 1) : rows;
  return (
    <PanelGrid>
      <Panel title="Service Accounts - Failed Logons" span={6} flush actions={search}>
        <DataTable
          caption="Service Accounts - Failed Logons"
          columns={counts}
          rows={shown}
          rowKey={(row) => row.name}
          empty={
            <EmptyState
              reason="filtered"
              title="No service account matches"
              action={<Button>Show All</Button>}
            >
              The filter is “{text}”.
            </EmptyState>
          }
        />
      </Panel>
      <Panel title="Failed logons per production server" span={6}>
        <BarChart
          label="Failed logons per production server"
          direction="vertical"
          height={300}
          data={countBy(incidents(184), 'computer').map((datum) => ({ ...datum, value: datum.value * 41 }))}
          color="red"
          headings={['Server', 'Failed logons']}
        />
      </Panel>
      <Panel
        title="Failed Logon Rate Trend"
        footnote="30 local days, ending today; moving average over 7 days"
      >
        <TrendChart label="Failed Logon Rate Trend" points={trend()} />
      </Panel>
      <Panel title="Failed Logon Activity Log" flush>
        <DataTable
          caption="Failed Logon Activity Log"
          columns={log}
          rows={failures()}
          rowKey={(row) => row.serviceAccount}
          sort={{ column: 'average', direction: 'descending' }}
          empty={<EmptyState reason="quiet" title="No failed logons in the last 30 days" />}
        />
      </Panel>
    </PanelGrid>
  );
}
