import type { FailedLogonFigures } from '@scout/contract';
import { failedLogonPanels } from '@scout/detection';
import { type Column, DataTable, Skeleton, ValueList } from '@scout/ui';
import type { FiguresView } from '../../../events/useFigures.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NoFailures } from './NoFailures.tsx';

type LogRow = FailedLogonFigures['log'][number];

const columns: Column<LogRow>[] = [
  { id: 'serviceAccount', header: 'Service Account', kind: 'mono', value: (row) => row.serviceAccount },
  {
    id: 'velocityRatio',
    header: 'Velocity Ratio',
    kind: 'number',
    width: 128,
    // Sorted by its numerator: the denominator is the same everywhere.
    value: (row) => Number.parseInt(row.velocityRatio, 10),
    cell: (row) => row.velocityRatio,
  },
  {
    id: 'averageFailuresPerHour',
    header: 'Avg Failed Attempts/Hour',
    kind: 'number',
    width: 208,
    value: (row) => row.averageFailuresPerHour,
  },
  {
    id: 'failureReasons',
    header: 'Failure Reasons',
    kind: 'text',
    minWidth: 160,
    value: (row) => row.failureReasons[0],
    cell: (row) => <ValueList values={row.failureReasons} label="failure reasons" text />,
  },
  {
    id: 'sourceHosts',
    header: 'Source Hosts',
    kind: 'mono',
    minWidth: 160,
    value: (row) => row.sourceHosts[0],
    cell: (row) => <ValueList values={row.sourceHosts} label="source hosts" />,
  },
  {
    id: 'destinationServers',
    header: 'Destination Servers',
    kind: 'mono',
    minWidth: 160,
    value: (row) => row.destinationServers[0],
    cell: (row) => <ValueList values={row.destinationServers} label="destination servers" />,
  },
];

/** One row per account: how often it failed, why, from where and to what. The top 100 by average per hour. */
export function ActivityLog({ view }: { view: FiguresView<FailedLogonFigures> }) {
  return (
    <FiguresPanel
      title="Failed Logon Activity Log"
      flush
      view={view}
      loading={<Skeleton shape="table" label="Failed Logon Activity Log" />}
    >
      {(figures) => (
        <DataTable
          caption="Failed Logon Activity Log"
          columns={columns}
          rows={failedLogonPanels(figures).log}
          rowKey={(row) => row.serviceAccount}
          empty={<NoFailures />}
        />
      )}
    </FiguresPanel>
  );
}
