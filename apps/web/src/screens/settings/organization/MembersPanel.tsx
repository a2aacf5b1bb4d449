import { errors, type Member, organizationMessages, type Role, roles, roleTable } from '@scout/contract';
import { actionColumn, Badge, type Column, DataTable, EmptyState, Panel } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useMay, useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';
import { RowButton } from '../RowButton.tsx';
import { AddressForm } from './AddressForm.tsx';
import { useInvite } from './invite.ts';
import { MembersFailure } from './MembersFailure.tsx';
import { useMembers } from './members.ts';
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { RoleSelect } from './RoleSelect.tsx';

type NewRole = Exclude<Role, 'admin'>;

/** Roles that come with an invitation: only who is active can become an admin. */
const newRoles = roles.filter((role): role is NewRole => role !== 'admin');

/** Active members with their roles, and the form to invite another. */
export function MembersPanel() {
  const { user } = useOrganization();
  const may = useMay();
  const members = useMembers();
  const add = useAddMember();
  const [role, setRole] = useState<NewRole>('member');
  const [removing, setRemoving] = useState<Member | null>(null);
  const [changing, setChanging] = useState<Member | null>(null);
  const rows = members.data?.filter((member) => member.status === 'active') ?? [];

  const askToRemove = (member: Member) => {
    if (member.email === user.email) toast.error('Remove failed', errors.not_yourself.message);
    else if (rows.length === 1) toast.error('Remove failed', errors.last_member.message);
    else setRemoving(member);
  };

  return (
    <Panel title="Organization members" span={7} flush>
      {may('membersAdd') && (
        <>
          <AddressForm
            label="Email of the new member"
            action="Add member"
            busy={add.isPending}
            onAdd={async (email) => {
              if (!members.data?.some((member) => member.email === email))
                return add.mutateAsync({ email, role });
              toast.error(organizationMessages.memberExistsTitle, errors.member_exists.message);
              return false;
            }}
          >
            <RoleSelect
              label="Role of the new member"
              roles={newRoles}
              value={role}
              onValueChange={setRole}
            />
          </AddressForm>
          <p className="px-4 pb-3 text-label text-content-muted">{roleTable[role].text}</p>
        </>
      )}
      {members.isError && members.data === undefined ? (
        <MembersFailure members={members} />
      ) : (
        <DataTable
          caption="Organization members"
          name="members"
          columns={columns(may('setMemberRole') ? { onRemove: askToRemove, onRole: setChanging } : null)}
          rows={rows}
          rowKey={(member) => member.email}
          loading={members.isPending}
          maxHeight={400}
          empty={<EmptyState reason="quiet" title="No active member" />}
        />
      )}
      <RoleDialog member={changing} onClose={() => setChanging(null)} />
      <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} />
    </Panel>
  );
}

/** Adds a pending member, then sends the invitation, which may fail separately. Resolves to true when the member was added. */
function useAddMember() {
  const client = useQueryClient();
  const invite = useInvite();
  return useMutation({
    mutationFn: async ({ email, role }: { email: string; role: NewRole }) => {
      try {
        await api.membersAdd({ email, role });
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

interface MemberActions {
  onRemove: (member: Member) => void;
  onRole: (member: Member) => void;
}

const columns = (actions: MemberActions | null): Column<Member>[] => [
  { id: 'email', header: 'Email', kind: 'mono', value: (member) => member.email, minWidth: 170 },
  { id: 'name', header: 'Name', kind: 'text', value: (member) => member.full_name, minWidth: 110 },
  {
    id: 'role',
    header: 'Role',
    kind: 'text',
    value: (member) => roleTable[member.role].label,
    cell: (member) => (member.is_admin ? <Badge>Admin</Badge> : roleTable[member.role].label),
    width: 90,
  },
  ...(actions === null
    ? []
    : [
        actionColumn<Member>(190, (member) => (
          <span className="inline-flex gap-2">
            <RowButton
              access="admin"
              label={`Change role of ${member.email}`}
              onPress={() => actions.onRole(member)}
            >
              Change role
            </RowButton>
            <RowButton
              access="admin"
              label={`Remove ${member.email}`}
              onPress={() => actions.onRemove(member)}
            >
              Remove
            </RowButton>
          </span>
        )),
      ]),
];
