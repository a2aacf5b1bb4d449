import type { ServiceAccountActivityFigures } from '@scout/contract';
import { type Column, DataTable, Skeleton } from '@scout/ui';
import { timeZone } from '../../../events/timeZone.ts';
import type { FiguresView } from '../../../events/useFigures.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NoIncidents } from './NoIncidents.tsx';

type LogRow = ServiceAccountActivityFigures['log'][number];

const columns: Column<LogRow>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 160 },
  { id: 'computer', header: 'Computer', kind: 'mono', value: (row) => row.computer },
  { id: 'serviceAccount', header: 'Service Account', kind: 'mono', value: (row) => row.serviceAccount },
  { id: 'prdDbServer', header: 'PRD DB Server', kind: 'mono', value: (row) => row.prdDbServer },
  { id: 'process', header: 'Process', kind: 'mono', value: (row) => row.process },
];

/** Every incident of the window, newest first: the five columns of the subscribed view. */
export function IncidentLog({ view }: { view: FiguresView<ServiceAccountActivityFigures> }) {
  return (
    <FiguresPanel
      title="Incident Log"
      flush
      view={view}
      loading={<Skeleton shape="table" label="Incident Log" />}
    >
      {({ log }) => (
        <DataTable
          caption="Incident Log"
          columns={columns}
          rows={log}
          rowKey={(row) => row.id}
          timeZone={timeZone}
          empty={<NoIncidents />}
        />
      )}
    </FiguresPanel>
  );
}
