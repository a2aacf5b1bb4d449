import type { Enrolment } from '@scout/contract';
import {
  actionColumn,
  Badge,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  formatCount,
  Panel,
} from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { timeZone, useNow } from '../../../../events/clock.ts';
import { query } from '../../../../session/queries.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { RowButton } from '../../RowButton.tsx';
import { NewTokenDialog } from './NewTokenDialog.tsx';
import { RevokeTokenDialog } from './RevokeTokenDialog.tsx';

/** The enrollment tokens, for admins. A token is shown only once, when created. */
export function TokensPanel() {
  const now = useNow();
  const tokens = useQuery(query.enrolments.queryOptions({ input: {} }));
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Enrolment | null>(null);
  const rows = tokens.data ?? [];
  const open = rows.filter((token) => tokenState(token, now) === 'Open').length;
  return (
    <Panel
      title="Enrollment tokens"
      description={rows.length > 0 && `${formatCount(open)} open`}
      flush
      actions={
        <ActionButton
          command="New enrollment token…"
          access="subscriber-admin"
          onClick={() => setMaking(true)}
        >
          New token
        </ActionButton>
      }
    >
      {tokens.isError && tokens.data === undefined ? (
        <ErrorState
          title="The tokens could not be loaded"
          safe="Enrolled agents do not need one."
          nextStep="Try again in a moment."
          detail={messageOf(tokens.error)}
          onRetry={() => void tokens.refetch()}
          retrying={tokens.isFetching}
        />
      ) : (
        <DataTable
          caption="Enrollment tokens"
          name="enrolment-tokens"
          columns={columnsAt(now, setRevoking)}
          rows={rows}
          rowKey={({ token_id }) => token_id}
          loading={tokens.isPending}
          timeZone={timeZone}
          maxHeight={400}
          empty={
            <EmptyState reason="waiting" title="No token yet">
              A machine enrolls with a token once and then uses its own credential. Each download contains its
              own token; create one here for a scripted rollout. Machines enrolled by a member’s download need
              approval.
            </EmptyState>
          }
        />
      )}
      <NewTokenDialog open={making} onClose={() => setMaking(false)} />
      <RevokeTokenDialog token={revoking} onClose={() => setRevoking(null)} />
    </Panel>
  );
}

const usesOf = ({ uses, max_uses }: Enrolment) =>
  `${formatCount(uses)} of ${max_uses === null ? 'any' : formatCount(max_uses)}`;

const columnsAt = (now: number, onRevoke: (token: Enrolment) => void): Column<Enrolment>[] => [
  { id: 'label', header: 'Label', kind: 'text', value: ({ label }) => label, minWidth: 140 },
  {
    id: 'state',
    header: 'State',
    kind: 'text',
    value: (token) => tokenState(token, now),
    cell: (token) => <Badge>{tokenState(token, now)}</Badge>,
    width: 100,
  },
  {
    id: 'uses',
    header: 'Machines',
    kind: 'number',
    value: ({ uses }) => uses,
    text: usesOf,
    cell: usesOf,
    width: 120,
  },
  {
    id: 'approval',
    header: 'Approval',
    kind: 'text',
    value: ({ needs_approval }) => (needs_approval ? 'Required' : 'Not required'),
    width: 120,
    muted: true,
  },
  { id: 'expires', header: 'Expires', kind: 'time', value: (token) => token.expires_at, width: 160 },
  { id: 'created', header: 'Created', kind: 'time', value: (token) => token.created_at, width: 160 },
  {
    id: 'by',
    header: 'Created by',
    kind: 'text',
    value: ({ created_by }) => created_by ?? 'Operator',
    minWidth: 150,
    muted: true,
  },
  actionColumn(92, (token) =>
    tokenState(token, now) === 'Open' ? (
      <RowButton
        access="admin"
        label={`Revoke the token ${token.label || token.token_id}`}
        onPress={() => onRevoke(token)}
      >
        Revoke
      </RowButton>
    ) : null,
  ),
];

type TokenState = 'Open' | 'Used up' | 'Expired' | 'Revoked';

/** The state of a token at `now` (epoch ms): valid, or the reason why it is not. */
function tokenState(token: Enrolment, now: number): TokenState {
  if (token.revoked_at !== null) return 'Revoked';
  if (token.expires_at !== null && Date.parse(token.expires_at) <= now) return 'Expired';
  if (token.max_uses !== null && token.uses >= token.max_uses) return 'Used up';
  return 'Open';
}
