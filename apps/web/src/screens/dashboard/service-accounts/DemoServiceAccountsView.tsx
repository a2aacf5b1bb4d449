import type { DemoIncident, DemoRisk, DemoServiceAccountActivity } from '@scout/detection/demo';
import {
  type Column,
  DataTable,
  EmptyState,
  Panel,
  PanelGrid,
  SeverityBadge,
  Stat,
  StatGrid,
  ValueList,
} from '@scout/ui';
import { IncidentBars } from './IncidentBars.tsx';

interface DemoServiceAccountsViewProps {
  activity: DemoServiceAccountActivity;
  risks: readonly DemoRisk[];
  /** IANA zone; defaults to the viewer's. */
  timeZone?: string;
}

const riskColumns: Column<DemoRisk>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 160 },
  { id: 'computer', header: 'Computer', kind: 'mono', value: (row) => row.computer, width: 176 },
  { id: 'account', header: 'Service Account', kind: 'mono', value: (row) => row.serviceAccount, width: 160 },
  { id: 'server', header: 'PRD DB Server', kind: 'mono', value: (row) => row.prdDbServer, width: 160 },
  {
    id: 'level',
    header: 'Risk Level',
    kind: 'text',
    value: (row) => row.riskLevel,
    cell: (row) => <SeverityBadge level={row.riskLevel} />,
    width: 112,
  },
  {
    id: 'details',
    header: 'Risk Details',
    kind: 'text',
    value: (row) => row.riskDetails,
    minWidth: 320,
    whole: true,
  },
];

const incidentColumns: Column<DemoIncident>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 160 },
  { id: 'device', header: 'Device', kind: 'mono', value: (row) => row.device, minWidth: 160 },
  { id: 'type', header: 'Device Type', kind: 'text', value: (row) => row.deviceType, width: 112 },
  { id: 'owner', header: 'Device Owner', kind: 'mono', value: (row) => row.deviceOwner, width: 144 },
  { id: 'account', header: 'Service Account', kind: 'mono', value: (row) => row.serviceAccount, width: 152 },
  { id: 'process', header: 'Process Name', kind: 'mono', value: (row) => row.processName, width: 168 },
  {
    id: 'servers',
    header: 'Connected SQL Servers',
    kind: 'mono',
    minWidth: 184,
    value: (row) => row.connectedSqlServers[0],
    cell: (row) => <ValueList values={row.connectedSqlServers} label="SQL servers" />,
    text: (row) => row.connectedSqlServers.join(', '),
  },
  {
    id: 'severity',
    header: 'Severity',
    kind: 'text',
    value: (row) => row.severity,
    cell: (row) => <SeverityBadge level={row.severity} />,
    width: 104,
  },
];

/** The Service Account Activity dashboard of demo mode (spec section 2): eight columns in the log, and rows in the AI table. */
export function DemoServiceAccountsView({ activity, risks, timeZone }: DemoServiceAccountsViewProps) {
  const zone = timeZone === undefined ? {} : { timeZone };
  return (
    <>
      <StatGrid label="Totals">
        <Stat label="Total Incidents" value={activity.totalIncidents} note="Last 30 days" />
        <Stat label="Total Workstations" value={activity.totalWorkstations} note="Last 30 days" />
      </StatGrid>
      <PanelGrid>
        <Panel title="Incidents per service account" span={6}>
          <IncidentBars
            of="account"
            data={activity.byServiceAccount.map(({ serviceAccount, count }) => ({
              name: serviceAccount,
              value: count,
            }))}
          />
        </Panel>
        <Panel title="Incident count by workstation" span={6}>
          <IncidentBars
            of="computer"
            data={activity.byWorkstation.map(({ workstation, count }) => ({
              name: workstation,
              value: count,
            }))}
          />
        </Panel>
        <Panel title="AI-Powered Incident Risk" flush>
          <DataTable
            caption="AI-Powered Incident Risk"
            name="demo-ai-risk"
            columns={riskColumns}
            rows={risks}
            rowKey={(row) => row.id}
            empty={<EmptyState reason="quiet" title="No data yet" />}
            maxHeight={800}
            {...zone}
          />
        </Panel>
        <Panel title="Incident Log" flush>
          <DataTable
            caption="Incident Log"
            name="demo-incident-log"
            columns={incidentColumns}
            rows={activity.log}
            rowKey={(row) => row.id}
            empty={<EmptyState reason="quiet" title="No incidents in the last 30 days" />}
            {...zone}
          />
        </Panel>
      </PanelGrid>
    </>
  );
}
