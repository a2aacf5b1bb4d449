import type { DemoInteractiveLogons } from '@scout/detection/demo';
import { type Column, DataTable, EmptyState, Panel, PanelGrid, Stat, StatGrid } from '@scout/ui';

interface DemoInteractiveLogonsViewProps {
  figures: DemoInteractiveLogons;
  /** IANA zone; defaults to the viewer's. */
  timeZone?: string;
}

const workstationColumns: Column<DemoInteractiveLogons['byWorkstation'][number]>[] = [
  { id: 'workstation', header: 'Workstation', kind: 'mono', value: (row) => row.workstation },
  { id: 'count', header: 'Incident Count', kind: 'number', value: (row) => row.count, width: 144 },
];

const logColumns: Column<DemoInteractiveLogons['log'][number]>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 160 },
  { id: 'serviceAccount', header: 'Service Account', kind: 'mono', value: (row) => row.serviceAccount },
  { id: 'workstation', header: 'Workstation', kind: 'mono', value: (row) => row.workstation },
];

const none = <EmptyState reason="quiet" title="No interactive logons in the last 30 days" />;

/** The Interactive Logons dashboard of demo mode (spec section 2). */
export function DemoInteractiveLogonsView({ figures, timeZone }: DemoInteractiveLogonsViewProps) {
  return (
    <>
      <StatGrid label="Totals">
        <Stat label="Total Incidents" value={figures.totalIncidents} note="Last 30 days" />
        <Stat label="Total Workstations" value={figures.totalWorkstations} note="Last 30 days" />
      </StatGrid>
      <PanelGrid>
        <Panel title="Incident Count by Workstation" span={5} flush>
          <DataTable
            caption="Incident Count by Workstation"
            name="demo-interactive-workstations"
            columns={workstationColumns}
            rows={figures.byWorkstation}
            rowKey={(row) => row.workstation}
            empty={none}
          />
        </Panel>
        <Panel title="Incident Log" span={7} flush>
          <DataTable
            caption="Incident Log"
            name="demo-interactive-log"
            columns={logColumns}
            rows={figures.log}
            rowKey={(row) => row.id}
            empty={none}
            {...(timeZone !== undefined && { timeZone })}
          />
        </Panel>
      </PanelGrid>
    </>
  );
}
