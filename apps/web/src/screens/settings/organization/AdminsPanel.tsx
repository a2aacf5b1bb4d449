import { errors, type Member } from '@scout/contract';
import { actionColumn, type Column, DataTable, EmptyState, Panel } from '@scout/ui';
import { useState } from 'react';
import { useIsAdmin } from '../../../session/organization.ts';
import { toast } from '../../../shell/toast.tsx';
import { RowButton } from '../RowButton.tsx';
import { AddressForm } from './AddressForm.tsx';
import { MembersFailure } from './MembersFailure.tsx';
import { useMemberChange, useMembers } from './members.ts';
import { RemoveAdminDialog } from './RemoveAdminDialog.tsx';

/** The admins of the organization; there is always at least one. */
export function AdminsPanel() {
  const isAdmin = useIsAdmin();
  const members = useMembers();
  const change = useMemberChange();
  const [removing, setRemoving] = useState<Member | null>(null);
  const active = members.data?.filter((member) => member.status === 'active') ?? [];
  const admins = active.filter((member) => member.is_admin);

  const askToRemove = (admin: Member) => {
    if (admins.length === 1) toast.error(errors.last_admin.message, 'Make someone else an admin first.');
    else setRemoving(admin);
  };

  return (
    <Panel title="Organization admins" span={5} flush>
      {isAdmin && (
        <AddressForm
          label="Email of the member to make an admin"
          action="Add admin"
          busy={change.isPending && 'action' in change.variables && change.variables.action === 'promote'}
          offers={active.filter((member) => !member.is_admin).map((member) => member.email)}
          onAdd={(email) =>
            change.mutateAsync({ action: 'promote', email }).then(
              () => true,
              () => false,
            )
          }
        />
      )}
      {members.isError && members.data === undefined ? (
        <MembersFailure members={members} />
      ) : (
        <DataTable
          caption="Organization admins"
          name="admins"
          columns={columns(isAdmin ? askToRemove : null)}
          rows={admins}
          rowKey={(member) => member.email}
          loading={members.isPending}
          maxHeight={400}
          empty={<EmptyState reason="quiet" title="No admin" />}
        />
      )}
      <RemoveAdminDialog
        admin={removing}
        onClose={() => setRemoving(null)}
        onRemove={({ email }) => change.mutate({ action: 'demote', email })}
      />
    </Panel>
  );
}

const columns = (onRemove: ((member: Member) => void) | null): Column<Member>[] => [
  { id: 'email', header: 'Email', kind: 'mono', value: (member) => member.email, minWidth: 160 },
  ...(onRemove === null
    ? []
    : [
        actionColumn<Member>(132, (member) => (
          <RowButton access="admin" label={`Remove admin ${member.email}`} onPress={() => onRemove(member)}>
            Remove admin
          </RowButton>
        )),
      ]),
];
