import type { TenantEvent } from '@scout/contract';
import { type Column, DataTable, EmptyState, Panel } from '@scout/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { timeZone } from '../../../events/clock.ts';
import { query } from '../../../session/queries.ts';
import type { ReportScope } from './download.ts';

const shown = 8;

const columns: Column<TenantEvent>[] = [
  { id: 'timestamp', header: 'timestamp', kind: 'time', value: (event) => event.timestamp, width: 150 },
  { id: 'event_type', header: 'event_type', kind: 'mono', value: (event) => event.event_type, minWidth: 190 },
  { id: 'target', header: 'target_user_name', kind: 'mono', value: (event) => event.target_user_name },
  {
    id: 'computer',
    header: 'system_context_computer_name',
    kind: 'mono',
    value: (event) => event.system_context_computer_name,
    minWidth: 220,
  },
  { id: 'source', header: 'source_host', kind: 'mono', value: (event) => event.source_host },
  {
    id: 'reason',
    header: 'failure_reason',
    kind: 'text',
    value: (event) => event.failure_reason,
    minWidth: 160,
  },
];

/** The newest events of the report, under the file's column names. */
export function PreviewPanel({ scope }: { scope: ReportScope }) {
  const events = useQuery({
    ...query.tenantEvents.queryOptions({ input: { query: { ...scope, limit: shown } } }),
    placeholderData: keepPreviousData,
  });
  const rows = events.data?.status === 200 ? events.data.body : [];
  return (
    <Panel title="Preview" description="The newest events of the file, in some of its columns" flush>
      {/* Without a name, and so without a menu, whose export of eight rows could be mistaken for the report. */}
      <DataTable
        caption="Newest events in the file"
        columns={columns}
        rows={rows}
        rowKey={(event) => event.id}
        density="compact"
        maxHeight={720}
        loading={events.isPending}
        timeZone={timeZone}
        empty={
          <EmptyState reason="quiet" title="No event in this range">
            Choose earlier days or another event type.
          </EmptyState>
        }
      />
    </Panel>
  );
}
