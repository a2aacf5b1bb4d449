import type { ServiceAccountActivityFigures } from '@scout/contract';
import { type Column, DataTable, Skeleton } from '@scout/ui';
import { useMemo } from 'react';
import { timeZone } from '../../../events/clock.ts';
import type { FiguresView } from '../../../events/useFigures.ts';
import { withinWords } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { useOpenEvent } from '../../incidents/DrillDownPage.tsx';
import { useCaseSeverities, withCaseMarks } from '../caseSeverities.tsx';
import { cutNote } from '../cutWords.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NothingFound, NothingYet } from '../NothingYet.tsx';

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

/** Every incident of the window, newest first: the five columns of the subscribed view, and an optional one. */
export function IncidentLog({ view }: { view: FiguresView<ServiceAccountActivityFigures> }) {
  const openEvent = useOpenEvent();
  const severityOf = useCaseSeverities();
  const marked = useMemo(() => withCaseMarks(columns, severityOf), [severityOf]);
  const { figures } = view;
  return (
    <FiguresPanel
      {...(figures !== null && cutNote(figures.log.length, figures.totalIncidents, 'incidents'))}
      title="Incident Log"
      flush
      view={view}
      loading={<Skeleton shape="table" label="Incident Log" />}
    >
      {({ log }) => (
        <DataTable
          caption="Incident Log"
          name="incident-log"
          columns={marked}
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

/** Explains an empty panel of service-account incidents. */
export function NoIncidents() {
  const [range] = useRange();
  return (
    <NothingYet
      title={`No incidents ${withinWords(range)}`}
      appears="An incident appears here when someone connects to a production server as a service account with a database client."
    />
  );
}
