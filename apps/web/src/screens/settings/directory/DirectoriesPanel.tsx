import { type Directory, limits } from '@scout/contract';
import {
  actionColumn,
  Badge,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  formatAgo,
  formatCounted,
  Panel,
} from '@scout/ui';
import { useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { timeZone, useNow } from '../../../events/clock.ts';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { visible } from '../../incidents/rawText.ts';
import { ConfirmDialog } from '../agent/ConfirmDialog.tsx';
import { RowButton } from '../RowButton.tsx';
import { directoryStateWords, lastRead, readerOf } from './directoryWords.ts';
import { FailingDirectories } from './FailingDirectories.tsx';
import { NewDirectoryDialog } from './NewDirectoryDialog.tsx';
import { useDirectories, useSync } from './useDirectories.ts';

/** The directories with the state of their syncs, for admins. */
export function DirectoriesPanel() {
  const now = useNow();
  const directories = useDirectories();
  const sync = useSync();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Directory | null>(null);
  const rows = directories.data ?? [];
  const reading = sync.isPending ? sync.variables.directory_id : undefined;
  return (
    <Panel
      title="Directories"
      description="Accounts and computers of Active Directory"
      flush
      actions={
        <ActionButton
          command="Add directory…"
          access="subscriber-admin"
          disabled={rows.length >= limits.directories.most}
          onClick={() => setAdding(true)}
        >
          New directory
        </ActionButton>
      }
      footnote={`Read every ${limits.directories.everyMinutes} minutes, every entry once a day. A failed sync changes nothing: the last good state stays.`}
    >
      <FailingDirectories of={rows} now={now} />
      {directories.isError && directories.data === undefined ? (
        <ErrorState
          title="The directories could not be loaded"
          safe="They are still being read."
          nextStep="Try again in a moment."
          detail={messageOf(directories.error)}
          onRetry={() => void directories.refetch()}
          retrying={directories.isFetching}
        />
      ) : (
        <DataTable
          caption="Directories"
          name="directories"
          columns={columnsAt(now, {
            reading,
            onSync: ({ directory_id }) => sync.mutate({ directory_id }),
            onRemove: setRemoving,
          })}
          rows={rows}
          rowKey={({ directory_id }) => directory_id}
          loading={directories.isPending}
          timeZone={timeZone}
          maxHeight={480}
          empty={
            <EmptyState reason="waiting" title="No directory yet">
              A directory tells which accounts exist, also those that no event names, and what each may do.
            </EmptyState>
          }
        />
      )}
      {adding && <NewDirectoryDialog onClose={() => setAdding(false)} />}
      <ConfirmDialog
        subject={removing}
        onClose={() => setRemoving(null)}
        title={`Remove ${removing === null ? 'directory' : visible(removing.name)}?`}
        description={removing !== null && consequenceOf(removing)}
        words={{
          act: 'Remove directory',
          acting: 'Removing...',
          done: 'Directory removed',
          failed: 'Remove failed',
        }}
        danger
        run={async (directory) => {
          await api.directoriesRemove({ directory_id: directory.directory_id });
          return directory;
        }}
        nameOf={({ name }) => visible(name)}
        list={query.directories.key()}
      />
    </Panel>
  );
}

const secretWords = { password: 'its password, ', keytab: 'its keys, ' } as const;

const consequenceOf = ({ sign_in, accounts, computers }: Directory): string =>
  `Scout deletes ${sign_in === null ? '' : secretWords[sign_in]}${formatCounted(accounts, 'account')} and ${formatCounted(computers, 'computer')}. The directory itself is not changed.`;

interface RowActions {
  /** The directory whose sync is being requested. */
  readonly reading: string | undefined;
  readonly onSync: (directory: Directory) => void;
  readonly onRemove: (directory: Directory) => void;
}

function columnsAt(now: number, { reading, onSync, onRemove }: RowActions): Column<Directory>[] {
  return [
    { id: 'name', header: 'Directory', kind: 'text', value: ({ name }) => visible(name), minWidth: 110 },
    { id: 'domain', header: 'Domain', kind: 'mono', value: ({ domain }) => domain, minWidth: 130 },
    {
      id: 'state',
      header: 'State',
      kind: 'text',
      value: ({ state }) => directoryStateWords[state],
      cell: ({ state }) => <Badge>{directoryStateWords[state]}</Badge>,
      width: 100,
    },
    {
      id: 'read',
      header: 'Last read',
      kind: 'text',
      value: ({ synced_at }) => synced_at ?? '',
      text: (row) => lastRead(row, now),
      cell: (row) => lastRead(row, now),
      width: 110,
    },
    { id: 'accounts', header: 'Accounts', kind: 'number', value: ({ accounts }) => accounts, width: 92 },
    { id: 'computers', header: 'Computers', kind: 'number', value: ({ computers }) => computers, width: 100 },
    {
      id: 'reader',
      header: 'Read by',
      kind: 'text',
      value: ({ agent }) => readerOf(agent),
      minWidth: 110,
    },
    { id: 'url', header: 'Address', kind: 'mono', value: ({ url }) => url, minWidth: 150, muted: true },
    {
      id: 'bind',
      header: 'Signs in as',
      kind: 'mono',
      value: ({ bind_name }) => bind_name && visible(bind_name),
      optional: true,
      muted: true,
    },
    {
      id: 'key',
      header: 'Key of the agent',
      kind: 'mono',
      value: ({ agent }) => agent?.key_fingerprint,
      optional: true,
      muted: true,
    },
    {
      id: 'next',
      header: 'Next sync',
      kind: 'text',
      value: ({ next_attempt_at }) => next_attempt_at,
      cell: ({ next_attempt_at }) => formatAgo(next_attempt_at, now),
      optional: true,
      width: 110,
    },
    actionColumn(190, (directory) => (
      <span className="inline-flex items-center gap-1">
        <RowButton
          access="subscriber-admin"
          label={`Sync now: ${visible(directory.name)}`}
          busy={reading === directory.directory_id}
          disabled={directory.state === 'reading'}
          onPress={() => onSync(directory)}
        >
          Sync now
        </RowButton>
        <RowButton
          access="subscriber-admin"
          label={`Remove the directory ${visible(directory.name)}`}
          onPress={() => onRemove(directory)}
        >
          Remove
        </RowButton>
      </span>
    )),
  ];
}
