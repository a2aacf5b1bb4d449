import type { DemoDetection } from '@scout/detection/demo';
import { type Column, DataTable, EmptyState, Panel, PanelGrid, SeverityBadge } from '@scout/ui';

const columns: Column<DemoDetection>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.timestamp, width: 160 },
  { id: 'type', header: 'Incident', kind: 'text', value: (row) => row.type, minWidth: 280, whole: true },
  { id: 'account', header: 'Service Account', kind: 'mono', value: (row) => row.entity.user, width: 160 },
  { id: 'host', header: 'Device', kind: 'mono', value: (row) => row.entity.host, width: 184 },
  {
    id: 'severity',
    header: 'Severity',
    kind: 'text',
    value: (row) => row.severity,
    cell: (row) => <SeverityBadge level={row.severity} />,
    width: 104,
  },
];

interface RecentIncidentsProps {
  /** Newest first. */
  detections: readonly DemoDetection[];
  timeZone: string;
}

/** The newest detections of demo mode. */
export function RecentIncidents({ detections, timeZone }: RecentIncidentsProps) {
  return (
    <PanelGrid>
      <Panel title="Recent Incidents" description="The newest six" flush>
        <DataTable
          caption="Recent Incidents"
          name="demo-recent-incidents"
          columns={columns}
          rows={detections.slice(0, 6)}
          rowKey={(row) => row.detection_id}
          timeZone={timeZone}
          empty={<EmptyState reason="quiet" title="No incidents in the last 30 days" />}
          maxHeight={800}
        />
      </Panel>
    </PanelGrid>
  );
}
