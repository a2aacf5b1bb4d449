import { limits, type Passkey } from '@scout/contract';
import { actionColumn, type Column, DataTable, EmptyState, ErrorState, Panel } from '@scout/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api, session } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { useCanUsePasskeys } from '../../../../session/useCanUsePasskeys.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { toast } from '../../../../shell/toast.tsx';
import { loadingFailure } from '../../loadingFailure.ts';
import { RowButton } from '../../RowButton.tsx';
import { PasswordDialog } from '../second-factor/PasswordDialog.tsx';
import { RecoveryCodesDialog } from '../second-factor/RecoveryCodesDialog.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

/** The person's passkeys. */
export function PasskeysPanel() {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const canUse = useCanUsePasskeys();
  const passkeys = useQuery(query.authPasskeysList.queryOptions({ input: {} }));
  const rows = passkeys.data ?? [];
  const refresh = () => {
    // The codes that are left are told with the factors.
    void client.invalidateQueries({ queryKey: query.authFactorsList.key() });
    return client.invalidateQueries({ queryKey: query.authPasskeysList.key() });
  };
  async function remove(current_password: string) {
    if (removing === null) return;
    await api.authPasskeysRemove({ id: removing.id, current_password });
    await session.restore();
    toast.success('Passkey removed');
    void refresh();
  }
  return (
    <Panel
      title="Passkeys"
      description={rows.length > 0 ? 'Each signs you in alone, and counts as a second factor' : undefined}
      flush
      actions={
        canUse && (
          <ActionButton
            command="Add passkey…"
            access="signed-in"
            size="small"
            disabled={passkeys.data === undefined || rows.length >= limits.passkeys.listed}
            onClick={() => setAdding(true)}
          >
            Add passkey
          </ActionButton>
        )
      }
      footnote={
        canUse ? undefined : 'To add a passkey, open Scout by its name, in a browser that supports passkeys.'
      }
    >
      {passkeys.isError && passkeys.data === undefined ? (
        <ErrorState
          title={loadingFailure.title}
          safe="They are unchanged and still work."
          nextStep={loadingFailure.text}
          detail={messageOf(passkeys.error)}
          onRetry={() => void passkeys.refetch()}
          retrying={passkeys.isFetching}
        />
      ) : (
        <DataTable
          caption="Passkeys"
          name="passkeys"
          columns={columns({ onRename: setRenaming, onRemove: setRemoving })}
          rows={rows}
          rowKey={(passkey) => passkey.id}
          loading={passkeys.isPending}
          maxHeight={320}
          empty={
            <EmptyState reason="waiting" title="No passkey yet">
              With a passkey you sign in by fingerprint, face, PIN or security key, and no page that only
              looks like Scout can use it.
            </EmptyState>
          }
        />
      )}
      <AddPasskeyDialog
        open={adding}
        onClose={() => setAdding(false)}
        onRecoveryCodes={setCodes}
        onDone={() => void refresh()}
      />
      {renaming !== null && (
        <RenamePasskeyDialog
          passkey={renaming}
          onClose={() => setRenaming(null)}
          onDone={() => void refresh()}
        />
      )}
      <PasswordDialog
        open={removing !== null}
        title={`Remove ${removing?.friendly_name ?? 'passkey'}?`}
        description="It no longer opens your account. Remove it from the device as well, if you like."
        action={{ label: 'Remove', busy: 'Removing...', danger: true }}
        change={remove}
        onFailure={(error) => {
          toast.error('Remove failed', messageOf(error));
          void refresh();
        }}
        onClose={() => setRemoving(null)}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Panel>
  );
}

interface Actions {
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

const columns = ({ onRename, onRemove }: Actions): Column<Passkey>[] => [
  { id: 'name', header: 'Name', kind: 'text', value: (passkey) => passkey.friendly_name, minWidth: 140 },
  {
    id: 'kept',
    header: 'Kept',
    kind: 'text',
    value: ({ backed_up }) => (backed_up ? 'On several devices' : 'On one device'),
    minWidth: 130,
  },
  { id: 'added', header: 'Added', kind: 'time', value: (passkey) => passkey.created_at, width: 150 },
  { id: 'used', header: 'Last used', kind: 'time', value: (passkey) => passkey.last_used_at, width: 150 },
  actionColumn(190, (passkey) => (
    <span className="flex gap-2">
      <RowButton
        access="signed-in"
        label={`Rename ${passkey.friendly_name}`}
        onPress={() => onRename(passkey)}
      >
        Rename
      </RowButton>
      <RowButton
        access="signed-in"
        label={`Remove ${passkey.friendly_name}`}
        onPress={() => onRemove(passkey)}
      >
        Remove
      </RowButton>
    </span>
  )),
];
