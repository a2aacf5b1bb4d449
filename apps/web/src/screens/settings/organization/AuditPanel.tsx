import { type AuditLog, limits } from '@scout/contract';
import { byteOrderMark, csvLines } from '@scout/contract/exports/csv';
import { Button, type Column, DataTable, EmptyState, ErrorState, Panel, SearchInput, Time } from '@scout/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { saveFile } from '../../../shell/saveFile.ts';
import { useSettled } from '../../../store/useSettled.ts';
import { auditFileName, auditRows } from './auditExport.ts';
import { actionWords, detailWords } from './auditWords.ts';

/** Debounce of the search text, in ms. */
const settleMs = 250;

const columns: Column<AuditLog>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (entry) => entry.occurred_at, width: 136 },
  { id: 'actor', header: 'Actor', kind: 'mono', value: (entry) => entry.actor, width: 208 },
  { id: 'action', header: 'Action', kind: 'text', value: actionWords, width: 160 },
  { id: 'target', header: 'Target', kind: 'mono', value: (entry) => entry.target_email, width: 176 },
  {
    id: 'details',
    header: 'Details',
    kind: 'text',
    value: (entry) => detailWords(entry, timeZone),
    minWidth: 260,
  },
  {
    id: 'address',
    header: 'Address',
    kind: 'mono',
    value: (entry) => entry.address,
    width: 112,
    muted: true,
  },
  {
    id: 'device',
    header: 'Device',
    kind: 'text',
    value: (entry) => entry.device,
    width: 128,
    muted: true,
  },
];

/** An entry on a phone: what was done and when, by whom and to whom, its details, and from where. */
function EntryCard({ of: entry }: { of: AuditLog }) {
  const { actor, target_email: target, address, device, occurred_at } = entry;
  const details = detailWords(entry, timeZone);
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-body">
        <span className="min-w-0 truncate font-medium">{actionWords(entry)}</span>
        <Time value={occurred_at} timeZone={timeZone} plain />
      </p>
      <p className="truncate font-mono text-label">{target === null ? actor : `${actor} → ${target}`}</p>
      {details !== '' && <p className="line-clamp-2 text-label text-content-muted">{details}</p>}
      <p className="truncate text-label text-content-muted">
        {[address, device].filter((part) => part !== null).join(' · ')}
      </p>
    </>
  );
}

/** The audit log of the organization: newest entries first, more on demand, with filters and export. */
export function AuditPanel() {
  const [search, setSearch] = useState('');
  const text = useSettled(search.trim(), settleMs);
  const entries = useInfiniteQuery({
    ...query.auditLogs.infiniteOptions({
      input: (before: string | undefined) => ({ ...(text !== '' && { text }), ...(before && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => (page.length < limits.auditLog.rows ? undefined : page.at(-1)?.id),
    }),
    placeholderData: keepPreviousData,
  });
  const rows = entries.data?.pages.flat() ?? [];
  const save = () =>
    saveFile(
      new Blob([byteOrderMark, csvLines(auditRows(rows))], { type: 'text/csv; charset=utf-8' }),
      auditFileName(Date.now()),
    );

  return (
    <Panel
      title="Audit log"
      description={`Newest first, ${limits.auditLog.rows} at a time`}
      flush
      actions={
        <>
          <SearchInput
            label="Filter the audit log"
            placeholder="Find entries"
            value={search}
            onValueChange={setSearch}
            onClear={() => setSearch('')}
          />
          <ActionButton
            command="Export the audit log as CSV"
            access="admin"
            call="auditLogs"
            disabled={rows.length === 0}
            onClick={save}
          >
            Export CSV
          </ActionButton>
        </>
      }
    >
      {entries.isError && entries.data === undefined ? (
        <ErrorState
          title="The audit log could not be loaded"
          safe="Every entry is kept."
          nextStep="Try again in a moment."
          detail={messageOf(entries.error)}
          onRetry={() => void entries.refetch()}
          retrying={entries.isFetching}
        />
      ) : (
        <DataTable
          caption="Audit log"
          name="audit-entries"
          columns={columns}
          rows={rows}
          rowKey={(entry) => entry.id}
          card={{ height: 80, content: (entry) => <EntryCard of={entry} /> }}
          loading={entries.isPending}
          timeZone={timeZone}
          empty={
            text === '' ? (
              <EmptyState reason="quiet" title="No entry yet">
                Sign-ins and changes to members, roles and settings appear here.
              </EmptyState>
            ) : (
              <EmptyState
                reason="filtered"
                title={`No entry matches “${text}”`}
                action={
                  <Button size="small" onClick={() => setSearch('')}>
                    Show all
                  </Button>
                }
              />
            )
          }
        />
      )}
      {entries.hasNextPage && (
        <div className="flex justify-center border-t border-stroke-subtle p-3">
          <Button size="small" busy={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </Panel>
  );
}
