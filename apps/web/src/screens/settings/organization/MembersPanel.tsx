import { errors, type Member, organizationMessages } from '@scout/contract';
import { actionColumn, Badge, type Column, DataTable, EmptyState, Panel } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';
import { RowButton } from '../RowButton.tsx';
import { AddressForm } from './AddressForm.tsx';
import { useInvite } from './invite.ts';
import { MembersFailure } from './MembersFailure.tsx';
import { useMembers } from './members.ts';
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx';

/** Active members, and the form to invite another. */
export function MembersPanel() {
  const { user } = useOrganization();
  const members = useMembers();
  const add = useAddMember();
  const [removing, setRemoving] = useState<Member | null>(null);
  const rows = members.data?.filter((member) => member.status === 'active') ?? [];

  const askToRemove = (member: Member) => {
    if (member.email === user.email) toast.error('Remove failed', errors.not_yourself.message);
    else if (rows.length === 1) toast.error('Remove failed', errors.last_member.message);
    else setRemoving(member);
  };

  return (
    <Panel title="Organization members" span={7} flush>
      <AddressForm
        label="Email of the new member"
        action="Add member"
        busy={add.isPending}
        onAdd={async (email) => {
          if (!members.data?.some((member) => member.email === email)) return add.mutateAsync(email);
          toast.error(organizationMessages.memberExistsTitle, errors.member_exists.message);
          return false;
        }}
      />
      {members.isError && members.data === undefined ? (
        <MembersFailure members={members} />
      ) : (
        <DataTable
          caption="Organization members"
          name="members"
          columns={columns(askToRemove)}
          rows={rows}
          rowKey={(member) => member.email}
          loading={members.isPending}
          maxHeight={400}
          empty={<EmptyState reason="quiet" title="No active member" />}
        />
      )}
      <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} />
    </Panel>
  );
}

/** Adds a pending member, then sends the invitation, which may fail separately. Resolves to true when the member was added. */
function useAddMember() {
  const client = useQueryClient();
  const invite = useInvite();
  return useMutation({
    mutationFn: async (email: string) => {
      try {
        await api.membersAdd({ email });
      } catch (error) {
        if (codeOf(error) === 'member_exists')
          toast.error(organizationMessages.memberExistsTitle, messageOf(error));
        else toast.error('Add failed', messageOf(error));
        return false;
      }
      toast.success('Member added', email);
      invite.mutate({ email, added: true });
      return true;
    },
    onSettled: () => client.invalidateQueries({ queryKey: query.members.key() }),
  });
}

const columns = (onRemove: (member: Member) => void): Column<Member>[] => [
  { id: 'email', header: 'Email', kind: 'mono', value: (member) => member.email, minWidth: 170 },
  { id: 'name', header: 'Name', kind: 'text', value: (member) => member.full_name, minWidth: 110 },
  {
    id: 'role',
    header: 'Role',
    kind: 'text',
    value: (member) => (member.is_admin ? 'Admin' : 'Member'),
    cell: (member) => (member.is_admin ? <Badge>Admin</Badge> : 'Member'),
    width: 90,
  },
  actionColumn(100, (member) => (
    <RowButton access="admin" label={`Remove ${member.email}`} onPress={() => onRemove(member)}>
      Remove
    </RowButton>
  )),
];
