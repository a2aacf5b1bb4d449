import { useEffect, useState } from 'react';
import {
  BarChart,
  type Column,
  DataTable,
  EmptyState,
  Panel,
  PanelGrid,
  SegmentedControl,
  Stat,
  StatGrid,
} from '../src/index.ts';
import { countBy, type IncidentRow, incidents } from './sample.ts';

const columns: Column<IncidentRow>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 168 },
  { id: 'computer', header: 'Computer', kind: 'mono', value: (row) => row.computer, minWidth: 150 },
  {
    id: 'account',
    header: 'Service Account',
    kind: 'mono',
    value: (row) => row.serviceAccount,
    minWidth: 170,
  },
  { id: 'server', header: 'PRD DB Server', kind: 'mono', value: (row) => row.prdDbServer, minWidth: 150 },
  { id: 'process', header: 'Process', kind: 'mono', value: (row) => row.process, minWidth: 150, muted: true },
];

/** The Service Account Activity dashboard, with sample data that grows every four seconds. */
export function Activity({ moving }: { moving: boolean }) {
  const [rows, setRows] = useState(() => incidents(184));
  const [density, setDensity] = useState<'regular' | 'compact'>('regular');
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => {
      setRows((before) => [
        ...incidents(1, Date.now() % 100_000).map((row) => ({ ...row, id: `live-${before.length}` })),
        ...before,
      ]);
    }, 4_000);
    return () => clearInterval(timer);
  }, [moving]);
  const byAccount = countBy(rows, 'serviceAccount').slice(0, 8);
  const byComputer = countBy(rows, 'computer').slice(0, 12);

  return (
    <div className="flex flex-col gap-6">
      <StatGrid label="Last 30 days">
        <Stat label="Total Incidents" value={rows.length} note="last 30 days" />
        <Stat label="Total Workstations" value={byComputer.length} note="with at least one incident" />
        <Stat label="Failed Logons" value={12_482} note="last 30 days" />
        <Stat label="Interactive Logons" value={0} note="last 30 days" />
      </StatGrid>
      <PanelGrid>
        <Panel title="Incidents per service account" span={6} description="top 8, last 30 days">
          <BarChart
            label="Incidents per service account"
            data={byAccount}
            color="blue"
            headings={['Service account', 'Incidents']}
          />
        </Panel>
        <Panel title="Incident count by workstation" span={6} description="top 12, last 30 days">
          <BarChart
            label="Incident count by workstation"
            data={byComputer}
            color="red"
            headings={['Workstation', 'Incidents']}
          />
        </Panel>
        <Panel
          title="Incident Log"
          description="last 30 days"
          flush
          actions={
            <SegmentedControl
              label="Density"
              value={density}
              onValueChange={setDensity}
              segments={[
                { value: 'regular', label: 'Regular' },
                { value: 'compact', label: 'Compact' },
              ]}
            />
          }
        >
          <DataTable
            caption="Incident Log"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            density={density}
            timeZone="UTC"
            empty={<EmptyState reason="quiet" title="No incidents in the last 30 days" />}
          />
        </Panel>
        <Panel title="AI-Powered Incident Risk" span={12}>
          <EmptyState reason="waiting" title="No data yet">
            Less than 50 events isn't enough data for reliable ML results.
          </EmptyState>
        </Panel>
      </PanelGrid>
    </div>
  );
}
