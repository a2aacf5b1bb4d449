import { type Rc4Cause, type Rc4Use, rc4CauseTitles, rc4Remedies } from '@scout/contract';
import { type Column, DataTable, EmptyState, ErrorState, formatCounted, Panel } from '@scout/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';
import { hostText } from '../../cases/file/names.ts';
import { visible } from '../../incidents/rawText.ts';

const ROWS = 200;

/** Uses of RC4 for an account by requester, client and cause, with the remedy for each cause. */
export function Rc4Panel({ account }: { account: string }) {
  const found = useQuery(query.rc4Uses.queryOptions({ input: { account, limit: ROWS } }));
  const save = useMutation({
    mutationFn: async () => (await import('../rc4File.ts')).saveRc4Uses(account, Date.now()),
    onSuccess: (count) => toast.success('Uses of RC4 exported', formatCounted(count, 'row')),
    onError: (error) => toast.error('Uses of RC4 were not exported', messageOf(error)),
  });
  const rows = found.data?.uses ?? [];
  const causes = [...new Set(rows.map(({ cause }) => cause))];
  return (
    <Panel
      title="Uses of RC4"
      description={found.data?.next ? `The first ${ROWS} of the last 90 days` : 'Of the last 90 days'}
      actions={
        <ActionButton
          command="Export uses of RC4 as CSV"
          access="subscriber"
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          Export CSV
        </ActionButton>
      }
      footnote={causes.length > 0 && <Remedies of={causes} />}
      flush
    >
      {found.isError && found.data === undefined ? (
        <ErrorState
          title="The uses of RC4 could not be loaded"
          safe="They are stored; only loading them failed."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : (
        <DataTable
          caption="Uses of RC4"
          name="rc4-uses"
          columns={columns}
          rows={rows}
          rowKey={({ requester, client, cause }) => JSON.stringify([requester, client, cause])}
          sort={{ column: 'last', direction: 'descending' }}
          card={{ height: 64, content: (row) => <UseCard of={row} /> }}
          loading={found.isPending}
          timeZone={timeZone}
          maxHeight={360}
          empty={<EmptyState reason="waiting" title="No use of RC4" />}
        />
      )}
    </Panel>
  );
}

/** The remedy for each cause. */
function Remedies({ of }: { of: readonly Rc4Cause[] }) {
  return (
    <ul>
      {of.map((cause) => (
        <li key={cause}>{`${rc4CauseTitles[cause]}: ${rc4Remedies[cause]}`}</li>
      ))}
    </ul>
  );
}

const byText = ({ account, requester }: Rc4Use): string =>
  requester === null ? `${visible(account)} itself` : visible(requester);
const clientText = ({ client }: Rc4Use): string => (client === null ? 'Unknown' : hostText(client));

/** A use on a phone. */
function UseCard({ of }: { of: Rc4Use }) {
  return (
    <>
      <p className="flex justify-between gap-x-3 text-body">
        <span className="truncate">{byText(of)}</span>
        <span className="shrink-0">{formatCounted(of.tickets, 'ticket')}</span>
      </p>
      <p className="truncate text-label text-content-muted">
        {`${clientText(of)} · ${rc4CauseTitles[of.cause]}`}
      </p>
    </>
  );
}

const columns: Column<Rc4Use>[] = [
  { id: 'by', header: 'Requested by', kind: 'text', value: byText, minWidth: 160 },
  { id: 'client', header: 'Client', kind: 'text', value: clientText, minWidth: 140 },
  { id: 'cause', header: 'Cause', kind: 'text', value: ({ cause }) => rc4CauseTitles[cause], width: 200 },
  { id: 'tickets', header: 'Tickets', kind: 'number', value: ({ tickets }) => tickets, width: 88 },
  { id: 'last', header: 'Last seen', kind: 'time', value: ({ last_seen }) => last_seen, width: 148 },
];
