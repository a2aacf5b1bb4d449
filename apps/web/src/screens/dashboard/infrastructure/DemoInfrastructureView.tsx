import type { DemoInfrastructureChange, DemoInfrastructureChanges } from '@scout/detection/demo';
import {
  type Column,
  DataTable,
  EmptyState,
  Panel,
  PanelGrid,
  SeverityBadge,
  Stat,
  StatGrid,
} from '@scout/ui';
import { ChangeLines } from './ChangeLines.tsx';

interface DemoInfrastructureViewProps {
  changes: DemoInfrastructureChanges;
  /** IANA zone; defaults to the viewer's. */
  timeZone?: string;
}

const columns: Column<DemoInfrastructureChange>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.timestamp, width: 160 },
  { id: 'account', header: 'Service Account', kind: 'mono', value: (row) => row.serviceAccount, width: 160 },
  { id: 'server', header: 'Server', kind: 'mono', value: (row) => row.server, width: 168 },
  { id: 'type', header: 'Change Type', kind: 'text', value: (row) => row.changeType, width: 144 },
  {
    id: 'severity',
    header: 'Severity',
    kind: 'text',
    value: (row) => row.severity,
    cell: (row) => <SeverityBadge level={row.severity} />,
    width: 104,
  },
  {
    id: 'description',
    header: 'Description',
    kind: 'text',
    value: (row) => row.description,
    minWidth: 320,
    whole: true,
  },
];

/** The Infrastructure Changes dashboard of demo mode (spec section 2): fifteen changes, the newest five in a separate panel. */
export function DemoInfrastructureView({ changes, timeZone }: DemoInfrastructureViewProps) {
  return (
    <>
      <StatGrid label="Totals">
        <Stat label="Total Changes" value={changes.total} note="Last 30 days" />
        <Stat label="High Severity" value={changes.highSeverity} note="Last 30 days" />
      </StatGrid>
      <PanelGrid>
        <Panel title="Recent Infrastructure Changes" flush>
          <ChangeLines changes={changes.recent} timeZone={timeZone} />
        </Panel>
        <Panel title="Infrastructure Changes Log" flush>
          <DataTable
            caption="Infrastructure Changes Log"
            name="demo-changes-log"
            columns={columns}
            rows={changes.log}
            rowKey={(row) => row.id}
            empty={<EmptyState reason="quiet" title="No changes in the last 30 days" />}
            maxHeight={640}
            {...(timeZone !== undefined && { timeZone })}
          />
        </Panel>
      </PanelGrid>
    </>
  );
}
