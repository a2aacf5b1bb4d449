import type { ActiveSession } from '@scout/contract';
import {
  actionColumn,
  Badge,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  formatAgo,
  Panel,
} from '@scout/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { useNow } from '../../../events/clock.ts';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';
import { loadingFailure } from '../loadingFailure.ts';
import { RowButton } from '../RowButton.tsx';

/** The person's sessions, which can be ended. */
export function SessionsPanel() {
  const now = useNow();
  const client = useQueryClient();
  const sessions = useQuery(query.authSessionsList.queryOptions({ input: {} }));
  const refresh = () => client.invalidateQueries({ queryKey: query.authSessionsList.key() });
  const endOthers = useMutation({
    mutationFn: () => api.authSessionsEndOthers({}),
    onSuccess: ({ ended }) => toast.success('Signed out everywhere else', sessionCount(ended)),
    onError: (error) => toast.error('Sign out failed', messageOf(error)),
    onSettled: refresh,
  });
  const end = useMutation({
    mutationFn: (id: string) => api.authSessionsEnd({ id }),
    onSuccess: () => toast.success('Session ended'),
    onError: (error) => toast.error('Sign out failed', messageOf(error)),
    onSettled: refresh,
  });
  const rows = sessions.data ?? [];
  const others = rows.filter((session) => !session.current).length;

  const columns: Column<ActiveSession>[] = [
    { id: 'device', header: 'Device', kind: 'text', value: (session) => session.device, minWidth: 150 },
    { id: 'address', header: 'Address', kind: 'mono', value: (session) => session.address },
    { id: 'since', header: 'Signed in', kind: 'time', value: (session) => session.created_at, width: 150 },
    {
      id: 'active',
      header: 'Last active',
      kind: 'text',
      value: (session) => session.last_active_at,
      cell: (session) => formatAgo(session.last_active_at, now),
      width: 130,
    },
    actionColumn(132, (session) =>
      session.current ? (
        <Badge>This session</Badge>
      ) : (
        <RowButton
          access="signed-in"
          disabled={end.isPending}
          label={`Sign out ${session.device}, ${session.address ?? 'unknown address'}`}
          onPress={() => end.mutate(session.id)}
        >
          Sign out
        </RowButton>
      ),
    ),
  ];

  return (
    <Panel
      title="Active sessions"
      flush
      actions={
        <ActionButton
          command="Sign out everywhere else"
          access="signed-in"
          size="small"
          disabled={others === 0}
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          Sign out everywhere else
        </ActionButton>
      }
    >
      {sessions.isError && sessions.data === undefined ? (
        <ErrorState
          title={loadingFailure.title}
          safe="You are still signed in everywhere."
          nextStep={loadingFailure.text}
          detail={messageOf(sessions.error)}
          onRetry={() => void sessions.refetch()}
          retrying={sessions.isFetching}
        />
      ) : (
        <DataTable
          caption="Active sessions"
          name="active-sessions"
          columns={columns}
          rows={rows}
          rowKey={(session) => session.id}
          loading={sessions.isPending}
          maxHeight={320}
          empty={<EmptyState reason="quiet" title="No active session" />}
        />
      )}
    </Panel>
  );
}

const sessionCount = (count: number) => (count === 1 ? '1 session ended.' : `${count} sessions ended.`);
