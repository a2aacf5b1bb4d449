import type { ServiceAccountActivityFigures } from '@scout/contract';
import { type Column, DataTable, Skeleton } from '@scout/ui';
import { timeZone } from '../../../events/timeZone.ts';
import type { FiguresView } from '../../../events/useFigures.ts';
import { useOpenEvent } from '../../incidents/DrillDownPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NothingFound } from '../NothingFound.tsx';
import { NoIncidents } from './NoIncidents.tsx';

type LogRow = ServiceAccountActivityFigures['log'][number];

const columns: Column<LogRow>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 160 },
  { id: 'computer', header: 'Computer', kind: 'mono', value: (row) => row.computer, names: 'computer' },
  {
    id: 'serviceAccount',
    header: 'Service Account',
    kind: 'mono',
    value: (row) => row.serviceAccount,
    names: 'account',
  },
  {
    id: 'prdDbServer',
    header: 'PRD DB Server',
    kind: 'mono',
    value: (row) => row.prdDbServer,
    names: 'server',
  },
  { id: 'process', header: 'Process', kind: 'mono', value: (row) => row.process },
  {
    id: 'subjectUser',
    header: 'Acting User',
    kind: 'mono',
    value: (row) => row.subjectUser,
    names: 'user',
    optional: true,
  },
];

/** Every incident of the window, newest first: the five columns of the subscribed view, and one that can be chosen. */
export function IncidentLog({ view }: { view: FiguresView<ServiceAccountActivityFigures> }) {
  const openEvent = useOpenEvent();
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
          name="incident-log"
          columns={columns}
          rows={log}
          rowKey={(row) => row.id}
          timeZone={timeZone}
          onRowActivate={(row) => openEvent(row.id)}
          empty={<NoIncidents />}
          nothingFound={(text, clear) => <NothingFound text={text} onClear={clear} />}
        />
      )}
    </FiguresPanel>
  );
}
