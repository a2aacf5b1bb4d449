import type { ApiToken } from '@scout/contract';
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
import { useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { timeZone, useNow } from '../../../events/clock.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { ConfirmDialog, revokeWords } from '../agent/ConfirmDialog.tsx';
import { RowButton } from '../RowButton.tsx';
import { NewApiTokenDialog } from './NewApiTokenDialog.tsx';
import type { TokenKind } from './tokenKinds.ts';

/** API tokens: a person's own, or the organization's and its members' for admins. */
export function ApiTokensPanel({ kind }: { kind: TokenKind }) {
  const now = useNow();
  const tokens = kind.useTokens();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  return (
    <Panel
      title="API tokens"
      flush
      actions={
        <ActionButton
          command="New API token…"
          access={kind.access}
          size="small"
          onClick={() => setMaking(true)}
        >
          New token
        </ActionButton>
      }
    >
      {tokens.isError && tokens.data === undefined ? (
        <ErrorState
          title="The tokens could not be loaded"
          safe="Existing tokens keep working."
          nextStep="Try again in a moment."
          detail={messageOf(tokens.error)}
          onRetry={() => void tokens.refetch()}
          retrying={tokens.isFetching}
        />
      ) : (
        <DataTable
          caption="API tokens"
          name={`api-tokens-${kind.access}`}
          columns={columnsAt(now, kind, setRevoking)}
          rows={tokens.data ?? []}
          rowKey={({ token_id }) => token_id}
          loading={tokens.isPending}
          timeZone={timeZone}
          maxHeight={320}
          empty={
            <EmptyState reason="quiet" title="No API token">
              Scripts call Scout with a token: create one with the scopes that they need.
            </EmptyState>
          }
        />
      )}
      <NewApiTokenDialog kind={kind} open={making} onClose={() => setMaking(false)} />
      <ConfirmDialog
        subject={revoking}
        onClose={() => setRevoking(null)}
        title="Revoke this token?"
        description="Requests with it are refused from now on."
        words={revokeWords('Token revoked')}
        danger
        run={async (token) => {
          await kind.revoke(token.token_id);
          return token;
        }}
        nameOf={({ name }) => name}
        list={kind.key()}
      />
    </Panel>
  );
}

function columnsAt(now: number, kind: TokenKind, onRevoke: (token: ApiToken) => void): Column<ApiToken>[] {
  const hasExpired = ({ expires_at }: ApiToken) => Date.parse(expires_at) <= now;
  const owner: Column<ApiToken> = {
    id: 'owner',
    header: 'Owner',
    kind: 'text',
    value: (token) => token.owner ?? 'Organization',
    minWidth: 150,
  };
  return [
    { id: 'name', header: 'Name', kind: 'text', value: ({ name }) => name, minWidth: 130 },
    ...(kind.access === 'admin' ? [owner] : []),
    { id: 'scopes', header: 'Scopes', kind: 'mono', value: ({ scopes }) => scopes.join(', ') },
    {
      id: 'used',
      header: 'Last used',
      kind: 'text',
      value: ({ last_used_at }) => last_used_at ?? '',
      cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : formatAgo(last_used_at, now)),
      width: 120,
    },
    {
      id: 'expires',
      header: 'Expires',
      kind: 'time',
      value: ({ expires_at }) => expires_at,
      ...(kind.access === 'admin' && { width: 160 }),
    },
    actionColumn(150, (token) => (
      <span className="inline-flex items-center gap-2">
        {hasExpired(token) && <Badge>Expired</Badge>}
        <RowButton
          access={kind.access}
          label={`Revoke the API token ${token.name}`}
          onPress={() => onRevoke(token)}
        >
          Revoke
        </RowButton>
      </span>
    )),
  ];
}
