import { type Column, DataTable, EmptyState, formatCount, Panel } from '@scout/ui';
import { formatSpan } from '../settings/agent/fleet/Measures.tsx';
import { formatBytes, formatShare } from '../settings/agent/usage/bytes.ts';
import { countOfAgents } from './agentCount.ts';
import type { OrganizationStatus } from './useStatus.ts';

/** Every organization with its agents, its queue, its quota and its cases. */
export function OrganizationTable({ organizations }: { organizations: readonly OrganizationStatus[] }) {
  return (
    <Panel
      title="Organizations"
      flush
      description={organizations.length > 0 && formatCount(organizations.length)}
      footnote="Queue: events waiting on machines, as last reported. Quota: stored today (UTC). Cases behind: lag of cases behind stored events."
    >
      <DataTable
        caption="Organizations"
        columns={columns}
        rows={organizations}
        rowKey={({ tenant_id }) => tenant_id}
        sort={{ column: 'silent', direction: 'descending' }}
        maxHeight={640}
        empty={
          <EmptyState reason="waiting" title="No organization yet">
            Sign-ups and scout setup create organizations.
          </EmptyState>
        }
      />
    </Panel>
  );
}

const columns: Column<OrganizationStatus>[] = [
  {
    id: 'name',
    header: 'Organization',
    kind: 'text',
    value: ({ company_name }) => company_name,
    minWidth: 160,
  },
  { id: 'agents', header: 'Agents', kind: 'number', value: ({ agents }) => countOfAgents(agents), width: 84 },
  faults('silent', 'Silent', 80, ({ agents }) => agents.silent),
  faults('conflict', 'Conflict', 92, ({ agents }) => agents.conflict),
  faults('attention', 'Attention', 100, ({ agents }) => agents.attention),
  faults('lagging', 'Lagging', 92, ({ lagging }) => lagging),
  faults('queue', 'Queue', 92, ({ events_waiting }) => events_waiting),
  {
    id: 'quota',
    header: 'Quota',
    kind: 'number',
    value: ({ bytes_today, bytes_per_day }) => bytes_today / bytes_per_day,
    text: quotaOf,
    cell: (one) => <span>{quotaOf(one)}</span>,
    width: 240,
  },
  {
    id: 'waits',
    header: 'Waits for quota',
    kind: 'number',
    value: ({ quota_wait_seconds }) => quota_wait_seconds,
    format: (seconds) => (seconds ? formatSpan(seconds) : 'no'),
    width: 132,
  },
  {
    id: 'behind',
    header: 'Cases behind',
    kind: 'number',
    value: ({ cases_behind_seconds }) => cases_behind_seconds,
    format: formatSpan,
    width: 120,
  },
];

function quotaOf({ bytes_today, bytes_per_day }: OrganizationStatus): string {
  return `${formatBytes(bytes_today)} of ${formatBytes(bytes_per_day)} (${formatShare(bytes_today, bytes_per_day)})`;
}

/** A count that should be zero, muted when it is. */
function faults(
  id: string,
  header: string,
  width: number,
  value: (row: OrganizationStatus) => number,
): Column<OrganizationStatus> {
  return {
    id,
    header,
    kind: 'number',
    value,
    width,
    cell: (row) => (
      <span className={value(row) === 0 ? 'text-content-faint' : 'font-medium'}>
        {formatCount(value(row))}
      </span>
    ),
  };
}
