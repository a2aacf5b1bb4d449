import type { InteractiveLogonFigures } from '@scout/contract';
import { interactiveLogonPanels } from '@scout/detection';
import { type Column, DataTable, PanelGrid, Skeleton } from '@scout/ui';
import { useMemo } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { useFigures } from '../../../events/useFigures.ts';
import { titled } from '../../../title.ts';
import { labelOf, withinWords } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { useOpenEvent } from '../../incidents/DrillDownPage.tsx';
import { useCaseSeverities, withCaseMarks } from '../caseSeverities.tsx';
import { cutNote } from '../cutWords.ts';
import { DashboardPage } from '../DashboardPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { DashboardLead } from '../lead/DashboardLead.tsx';
import { NothingFound, NothingYet } from '../NothingYet.tsx';
import { TotalsOverTime } from '../Totals.tsx';
import { type PersonOf, PersonOfRow, personText, usePersons } from './persons.tsx';
import { WorkstationsPanel } from './WorkstationsPanel.tsx';

export const meta = titled('Interactive Logons');

const totals = [
  { label: 'Total Incidents', of: (figures: InteractiveLogonFigures) => figures.totalIncidents },
  { label: 'Total Workstations', of: (figures: InteractiveLogonFigures) => figures.totalWorkstations },
];

type LogRow = InteractiveLogonFigures['log'][number];

const logColumns = (personOf: PersonOf): Column<LogRow>[] => [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 160 },
  {
    id: 'serviceAccount',
    header: 'Service Account',
    kind: 'mono',
    value: (row) => row.serviceAccount,
    names: 'account',
  },
  {
    id: 'workstation',
    header: 'Workstation',
    kind: 'mono',
    value: (row) => row.workstation,
    names: 'computer',
  },
  {
    id: 'person',
    header: 'Person',
    kind: 'mono',
    value: (row) => personOf(row)?.name,
    cell: (row) => <PersonOfRow of={personOf(row)} />,
    text: (row) => personText(personOf(row)),
  },
  {
    id: 'subjectUser',
    header: 'Acting User',
    kind: 'mono',
    value: (row) => row.subjectUser,
    names: 'user',
    optional: true,
  },
];

/** The Interactive Logons dashboard of a subscribed organization (spec section 2). */
export default function InteractiveLogons() {
  const [range] = useRange();
  const view = useFigures('interactive-logons', range);
  const openEvent = useOpenEvent();
  const severityOf = useCaseSeverities();
  const personOf = usePersons();
  const markedLog = useMemo(() => withCaseMarks(logColumns(personOf), severityOf), [personOf, severityOf]);
  const { figures } = view;
  const panels = figures && interactiveLogonPanels(figures);
  return (
    <DashboardPage
      title="Interactive Logons"
      subtitle="Real-time monitoring of user session activity and access patterns"
      lead={<DashboardLead about="sign-ins" />}
      view={view}
      rule="interactive-logons"
    >
      <TotalsOverTime view={view} totals={totals} note={labelOf(range)} />
      <PanelGrid>
        <WorkstationsPanel view={view} personOf={personOf} />
        <FiguresPanel
          title="Incident Log"
          {...(panels && cutNote(panels.log.length, figures.totalIncidents, 'incidents'))}
          flush
          view={view}
          loading={<Skeleton shape="table" label="Incident Log" />}
        >
          {(figures) => (
            <DataTable
              caption="Incident Log"
              columns={markedLog}
              rows={interactiveLogonPanels(figures).log}
              rowKey={(row) => row.id}
              name="interactive-logons-log"
              onRowActivate={(row) => openEvent(row.id)}
              nothingFound={(text, clear) => <NothingFound text={text} onClear={clear} />}
              timeZone={timeZone}
              empty={<NoLogons />}
            />
          )}
        </FiguresPanel>
      </PanelGrid>
    </DashboardPage>
  );
}

/** Explains an empty panel of interactive logons. */
export function NoLogons() {
  const [range] = useRange();
  return (
    <NothingYet
      title={`No interactive logons ${withinWords(range)}`}
      appears="A logon appears here when a service account signs in at a workstation."
    />
  );
}
