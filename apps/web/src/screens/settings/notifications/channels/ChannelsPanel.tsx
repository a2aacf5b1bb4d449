import { type Channel, limits } from '@scout/contract';
import { actionColumn, Badge, type Column, DataTable, EmptyState, ErrorState, Panel } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { timeZone } from '../../../../events/clock.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { ConfirmDialog } from '../../agent/ConfirmDialog.tsx';
import { RowButton } from '../../RowButton.tsx';
import { severityTitles } from '../recipientWords.ts';
import { ChannelDrawer } from './ChannelDrawer.tsx';
import { addressText, channelKindTitles, channelState, findingsText } from './channelWords.ts';
import { NewChannelDialog } from './NewChannelDialog.tsx';

/** Refetch intervals of the list during a test, and otherwise. Milliseconds. */
const TESTING_MS = 1_000;
const WATCHING_MS = 15_000;

/** Destinations of cases in addition to mail, for admins. */
export function ChannelsPanel() {
  const channels = useQuery({
    ...query.channels.queryOptions({ input: {} }),
    refetchInterval: ({ state }) => (state.data?.some(isTesting) ? TESTING_MS : WATCHING_MS),
  });
  const [isAdding, setIsAdding] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Channel | null>(null);
  const rows = channels.data ?? [];
  const chosen = rows.find(({ channel_id }) => channel_id === openId);
  return (
    <Panel
      title="Channels"
      description="Cases in other systems: webhooks, chats, syslog and tickets"
      span={12}
      flush
      actions={
        <ActionButton
          command="Add channel…"
          access="subscriber-admin"
          disabled={rows.length >= limits.channels.most}
          onClick={() => setIsAdding(true)}
        >
          New channel
        </ActionButton>
      }
    >
      {channels.isError && channels.data === undefined ? (
        <ErrorState
          title="The channels could not be loaded"
          safe="Messages are still being sent."
          nextStep="Check that the server runs, then try again."
          detail={messageOf(channels.error)}
          onRetry={() => void channels.refetch()}
          retrying={channels.isFetching}
        />
      ) : (
        <DataTable
          caption="Channels"
          name="channels"
          columns={columnsOf(setOpenId)}
          rows={rows}
          rowKey={({ channel_id }) => channel_id}
          loading={channels.isPending}
          timeZone={timeZone}
          maxHeight={400}
          empty={
            <EmptyState reason="waiting" title="No channel yet">
              A channel posts each step of a case to another system, such as a SIEM, a chat or a ticket
              system.
            </EmptyState>
          }
        />
      )}
      <NewChannelDialog open={isAdding} onClose={() => setIsAdding(false)} />
      {chosen !== undefined && (
        <ChannelDrawer
          key={chosen.channel_id}
          channel={chosen}
          open
          onClose={() => setOpenId(null)}
          onDelete={() => {
            setOpenId(null);
            setDeleting(chosen);
          }}
        />
      )}
      <ConfirmDialog
        subject={deleting}
        onClose={() => setDeleting(null)}
        title="Delete this channel?"
        description="It receives no more cases. Its secret and its delivery list are deleted, too."
        words={{ act: 'Delete', acting: 'Deleting…', done: 'Channel deleted', failed: 'Delete failed' }}
        danger
        run={async (channel) => {
          await api.channelsDelete({ channel_id: channel.channel_id });
          return channel;
        }}
        nameOf={({ name }) => name}
        list={query.channels.key()}
      />
    </Panel>
  );
}

const isTesting = ({ deliveries }: Channel) =>
  deliveries.some(({ kind, outcome }) => kind === 'test' && outcome === null);

const columnsOf = (onOpen: (channelId: string) => void): Column<Channel>[] => [
  { id: 'name', header: 'Name', kind: 'text', value: ({ name }) => name, minWidth: 140 },
  { id: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => channelKindTitles[kind], width: 130 },
  { id: 'url', header: 'Address', kind: 'mono', value: addressText, minWidth: 200 },
  {
    id: 'severity',
    header: 'Severity',
    kind: 'text',
    value: (row) => severityTitles[row.min_severity],
    width: 170,
  },
  {
    id: 'accounts',
    header: 'Accounts',
    kind: 'text',
    value: ({ account_pattern }) => account_pattern ?? 'All',
    width: 130,
  },
  { id: 'findings', header: 'Findings', kind: 'text', value: findingsText, width: 130 },
  {
    id: 'state',
    header: 'State',
    kind: 'text',
    value: channelState,
    cell: (row) => <Badge>{channelState(row)}</Badge>,
    width: 120,
  },
  {
    id: 'last',
    header: 'Last sent',
    kind: 'time',
    value: ({ deliveries }) => deliveries[0]?.created_at ?? null,
    width: 150,
  },
  actionColumn(90, (row) => (
    <RowButton access="admin" label={`Open the channel ${row.name}`} onPress={() => onOpen(row.channel_id)}>
      Open
    </RowButton>
  )),
];
