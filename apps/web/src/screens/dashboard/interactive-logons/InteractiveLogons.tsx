import type { InteractiveLogonFigures } from '@scout/contract';
import { interactiveLogonPanels } from '@scout/detection';
import { type Column, DataTable, PanelGrid, Skeleton } from '@scout/ui';
import { useMemo } from 'react';
import { timeZone } from '../../../events/clock.ts';
import { useFigures } from '../../../events/useFigures.ts';
import { titled } from '../../../title.ts';
import { labelOf, withinWords } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { useOpenEvent, useOpenIncidents } from '../../incidents/DrillDownPage.tsx';
import { useCaseSeverities, withCaseMarks } from '../caseSeverities.tsx';
import { cutNote } from '../cutWords.ts';
import { DashboardPage } from '../DashboardPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { DashboardLead } from '../lead/DashboardLead.tsx';
import { NothingFound, NothingYet } from '../NothingYet.tsx';
import { TotalsOverTime } from '../Totals.tsx';

export const meta = titled('Interactive Logons');

const totals = [
  { label: 'Total Incidents', of: (figures: InteractiveLogonFigures) => figures.totalIncidents },
  { label: 'Total Workstations', of: (figures: InteractiveLogonFigures) => figures.totalWorkstations },
];

const workstationColumns: Column<InteractiveLogonFigures['byWorkstation'][number]>[] = [
  {
    id: 'workstation',
    header: 'Workstation',
    kind: 'mono',
    value: (row) => row.workstation,
    names: 'computer',
  },
  { id: 'count', header: 'Incident Count', kind: 'number', value: (row) => row.count, width: 144 },
];

type LogRow = InteractiveLogonFigures['log'][number];

const logColumns: Column<LogRow>[] = [
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
  const openIncidents = useOpenIncidents();
  const openEvent = useOpenEvent();
  const severityOf = useCaseSeverities();
  const markedLog = useMemo(() => withCaseMarks(logColumns, severityOf), [severityOf]);
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
        <FiguresPanel
          title="Incident Count by Workstation"
          span={5}
          {...(panels && cutNote(panels.byWorkstation.length, figures.totalWorkstations, 'workstations'))}
          flush
          view={view}
          loading={<Skeleton shape="table" label="Incident Count by Workstation" />}
        >
          {(figures) => (
            <DataTable
              caption="Incident Count by Workstation"
              columns={workstationColumns}
              rows={interactiveLogonPanels(figures).byWorkstation}
              rowKey={(row) => row.workstation}
              name="interactive-logons-by-workstation"
              onRowActivate={({ workstation }) => openIncidents({ kind: 'computer', name: workstation })}
              empty={<NoLogons />}
            />
          )}
        </FiguresPanel>
        <FiguresPanel
          title="Incident Log"
          span={7}
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

function NoLogons() {
  const [range] = useRange();
  return (
    <NothingYet
      title={`No interactive logons ${withinWords(range)}`}
      appears="A logon appears here as soon as a service account signs in at a workstation."
    />
  );
}
