import { type Column, DataTable, EmptyState, Panel, PanelGrid, Stat, StatGrid } from '@scout/ui';
import { titled } from '../../../title.ts';
import { DashboardPage } from '../DashboardPage.tsx';

export const meta = titled('Infrastructure Changes');

/** A change to a server's configuration (spec section 3). Scout does not collect these yet: only demo mode shows some. */
interface InfrastructureChange {
  id: string;
  timestamp: string;
  serviceAccount: string;
  server: string;
  changeType: string;
  severity: string;
  description: string;
}

const columns: Column<InfrastructureChange>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.timestamp, width: 160 },
  {
    id: 'serviceAccount',
    header: 'Service Account',
    kind: 'mono',
    value: (row) => row.serviceAccount,
    minWidth: 136,
  },
  { id: 'server', header: 'Server', kind: 'mono', value: (row) => row.server },
  { id: 'changeType', header: 'Change Type', kind: 'text', value: (row) => row.changeType },
  { id: 'severity', header: 'Severity', kind: 'text', value: (row) => row.severity, width: 112 },
  { id: 'description', header: 'Description', kind: 'text', value: (row) => row.description },
];

/** The Infrastructure Changes dashboard of a subscribed organization: its panels, and why they are empty. */
export default function Infrastructure() {
  return (
    <DashboardPage
      title="Infrastructure Changes"
      subtitle="Real-time monitoring of system modifications and configuration updates"
      view={null}
    >
      <StatGrid label="Totals">
        <Stat label="Total Changes" value={null} note="Not collected" />
        <Stat label="High Severity" value={null} note="Not collected" />
      </StatGrid>
      <PanelGrid>
        {['Recent Infrastructure Changes', 'Infrastructure Changes Log'].map((title, index) => (
          <Panel key={title} title={title} flush>
            <DataTable
              caption={title}
              columns={columns}
              rows={[]}
              rowKey={(row) => row.id}
              empty={<NotCollected explained={index === 1} />}
            />
          </Panel>
        ))}
      </PanelGrid>
    </DashboardPage>
  );
}

function NotCollected({ explained }: { explained: boolean }) {
  return (
    <EmptyState reason="waiting" title="Infrastructure changes are not collected yet">
      {explained &&
        'Agents ship logons, failed logons and process starts. Changes to servers and their configuration are not among them, so nothing can appear here, whatever happens on your servers.'}
    </EmptyState>
  );
}
