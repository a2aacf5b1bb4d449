import type { InteractiveLogonFigures } from '@scout/contract';
import { interactiveLogonPanels } from '@scout/detection';
import { type Column, DataTable, PanelGrid, Skeleton } from '@scout/ui';
import { timeZone } from '../../../events/timeZone.ts';
import { useFigures } from '../../../events/useFigures.ts';
import { titled } from '../../../title.ts';
import { DashboardPage } from '../DashboardPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NothingYet } from '../NothingYet.tsx';
import { Totals } from '../Totals.tsx';

export const meta = titled('Interactive Logons');

const totals = [
  { label: 'Total Incidents', of: (figures: InteractiveLogonFigures) => figures.totalIncidents },
  { label: 'Total Workstations', of: (figures: InteractiveLogonFigures) => figures.totalWorkstations },
];

const workstationColumns: Column<InteractiveLogonFigures['byWorkstation'][number]>[] = [
  { id: 'workstation', header: 'Workstation', kind: 'mono', value: (row) => row.workstation },
  { id: 'count', header: 'Incident Count', kind: 'number', value: (row) => row.count, width: 144 },
];

type LogRow = InteractiveLogonFigures['log'][number] & { key: string };

const logColumns: Column<LogRow>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 160 },
  { id: 'serviceAccount', header: 'Service Account', kind: 'mono', value: (row) => row.serviceAccount },
  { id: 'workstation', header: 'Workstation', kind: 'mono', value: (row) => row.workstation },
];

/** The Interactive Logons dashboard of a subscribed organization (spec section 2). */
export default function InteractiveLogons() {
  const view = useFigures('interactive-logons');
  return (
    <DashboardPage
      title="Interactive Logons"
      subtitle="Real-time monitoring of user session activity and access patterns"
      view={view}
    >
      <Totals view={view} totals={totals} />
      <PanelGrid>
        <FiguresPanel
          title="Incident Count by Workstation"
          span={5}
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
              empty={<NoLogons />}
            />
          )}
        </FiguresPanel>
        <FiguresPanel
          title="Incident Log"
          span={7}
          flush
          view={view}
          loading={<Skeleton shape="table" label="Incident Log" />}
        >
          {(figures) => (
            <DataTable
              caption="Incident Log"
              columns={logColumns}
              rows={keyed(interactiveLogonPanels(figures).log)}
              rowKey={(row) => row.key}
              timeZone={timeZone}
              empty={<NoLogons />}
            />
          )}
        </FiguresPanel>
      </PanelGrid>
    </DashboardPage>
  );
}

/** Log rows carry no id: what they say and which of its equals a row is identify it, counted from the oldest. */
function keyed(log: InteractiveLogonFigures['log']): LogRow[] {
  const seen = new Map<string, number>();
  return log
    .toReversed()
    .map((row) => {
      const said = `${row.time} ${row.serviceAccount} ${row.workstation}`;
      const nth = (seen.get(said) ?? 0) + 1;
      seen.set(said, nth);
      return { ...row, key: `${said} ${nth}` };
    })
    .reverse();
}

function NoLogons() {
  return (
    <NothingYet
      title="No interactive logons in the last 30 days"
      appears="A logon appears here as soon as a service account signs in at a workstation."
    />
  );
}
