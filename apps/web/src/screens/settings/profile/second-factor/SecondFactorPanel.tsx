import { errors, type Factor, limits } from '@scout/contract';
import { actionColumn, Badge, type Column, DataTable, EmptyState, ErrorState, Panel } from '@scout/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { toast } from '../../../../shell/toast.tsx';
import { loadingFailure } from '../../loadingFailure.ts';
import { RowButton } from '../../RowButton.tsx';
import { EnrollDialog } from './EnrollDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

/** The person's second factors and recovery codes. */
export function SecondFactorPanel() {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [renewing, setRenewing] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const factors = useQuery(query.authFactorsList.queryOptions({ input: {} }));
  const refresh = () => client.invalidateQueries({ queryKey: query.authFactorsList.key() });
  async function renew(current_password: string) {
    const { recovery_codes } = await api.authRecoveryCodes({ current_password });
    setCodes(recovery_codes);
    void refresh();
  }
  const rows = factors.data?.factors ?? [];
  const verified = rows.some((factor) => factor.status === 'verified');
  const hasPasskey = (useQuery(query.authPasskeysList.queryOptions({ input: {} })).data ?? []).length > 0;
  const left = factors.data?.recovery_codes_left ?? 0;

  return (
    <Panel
      title="Second factor"
      description={verified || hasPasskey ? 'Required when you sign in with your password' : undefined}
      flush
      actions={
        <ActionButton
          command="Add authenticator app…"
          access="signed-in"
          size="small"
          disabled={factors.data === undefined || rows.length >= limits.secondFactor.factors}
          onClick={() => setAdding(true)}
        >
          Add authenticator app
        </ActionButton>
      }
      footnote={
        <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <span>{errors.phone_factor_unavailable.message}</span>
          {(verified || hasPasskey) && (
            <span className="flex items-center gap-3">
              <span>
                {left} of {limits.secondFactor.recoveryCodes} recovery codes left
              </span>
              <ActionButton
                command="Create new recovery codes…"
                access="signed-in"
                size="small"
                variant="quiet"
                onClick={() => setRenewing(true)}
              >
                Create new recovery codes
              </ActionButton>
            </span>
          )}
        </span>
      }
    >
      {factors.isError && factors.data === undefined ? (
        <ErrorState
          title={loadingFailure.title}
          safe="They are unchanged and still required."
          nextStep={loadingFailure.text}
          detail={messageOf(factors.error)}
          onRetry={() => void factors.refetch()}
          retrying={factors.isFetching}
        />
      ) : (
        <DataTable
          caption="Second factor"
          name="second-factors"
          columns={columns(setRemoving)}
          rows={rows}
          rowKey={(factor) => factor.id}
          loading={factors.isPending}
          maxHeight={320}
          empty={
            <EmptyState reason="waiting" title={hasPasskey ? 'No authenticator app' : 'No second factor yet'}>
              With {hasPasskey ? 'an authenticator app' : 'a second factor'}, signing in also requires a code
              from an app on your phone or computer{hasPasskey && ', or your passkey'}.
            </EmptyState>
          }
        />
      )}
      <EnrollDialog open={adding} onOpenChange={setAdding} onRecoveryCodes={setCodes} onDone={refresh} />
      <RemoveDialog
        factor={removing}
        onClose={() => setRemoving(null)}
        onDone={refresh}
        last={rows.length === 1 && !hasPasskey}
      />
      <PasswordDialog
        open={renewing}
        title="Create new recovery codes?"
        description="Your earlier codes no longer work."
        action={{ label: 'Create new codes', busy: 'Making...' }}
        change={renew}
        onFailure={(error) => toast.error('Update failed', messageOf(error))}
        onClose={() => setRenewing(false)}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Panel>
  );
}

const types: Record<Factor['factor_type'], string> = { totp: 'Authenticator app', phone: 'Phone' };

const statusOf = ({ status }: Factor) => (status === 'verified' ? 'Verified' : 'Not verified');

const columns = (onRemove: (factor: Factor) => void): Column<Factor>[] => [
  { id: 'name', header: 'Name', kind: 'text', value: (factor) => factor.friendly_name, minWidth: 140 },
  { id: 'type', header: 'Type', kind: 'text', value: (factor) => types[factor.factor_type], minWidth: 130 },
  {
    id: 'status',
    header: 'Status',
    kind: 'text',
    value: statusOf,
    cell: (factor) => <Badge>{statusOf(factor)}</Badge>,
    width: 120,
  },
  { id: 'added', header: 'Added', kind: 'time', value: (factor) => factor.created_at, width: 150 },
  actionColumn(110, (factor) => (
    <RowButton access="signed-in" label={`Remove ${factor.friendly_name}`} onPress={() => onRemove(factor)}>
      Remove
    </RowButton>
  )),
];
