import { type Member, type Role, roleTable } from '@scout/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { profilesQuery, useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';

const membersQuery = () => query.members.queryOptions({ input: {} });

/** All members of the organization; for admins and auditors. */
export function useMembers(enabled = true) {
  return useQuery({ ...membersQuery(), enabled });
}

interface MemberChange {
  call: (input: { p_tenant_id: string; p_email: string }) => Promise<unknown>;
  /** The member after the change; null when removed. */
  change: (member: Member) => Member | null;
  /** Titles of the toasts (spec section 8). */
  done: string;
  failed: string;
}

/** The actions of an admin on one member. */
const changes = {
  promote: {
    call: (input) => api.promoteAdmin(input),
    change: (member) => ({ ...member, role: 'admin', is_admin: true }),
    done: 'Admin added',
    failed: 'Add admin failed',
  },
  demote: {
    call: (input) => api.demoteAdmin(input),
    change: (member) => ({ ...member, role: 'member', is_admin: false }),
    done: 'Admin removed',
    failed: 'Remove admin failed',
  },
  approve: {
    call: (input) => api.approveMember(input),
    change: (member) => ({
      ...member,
      status: 'active',
      waits_for: null,
      invitation_expires_at: null,
      removed_at: null,
    }),
    done: 'Member approved',
    failed: 'Approve failed',
  },
  reject: {
    call: (input) => api.rejectMember(input),
    change: () => null,
    done: 'Member rejected',
    failed: 'Reject failed',
  },
  remove: {
    call: (input) => api.removeMember(input),
    change: () => null,
    done: 'Member removed',
    failed: 'Remove failed',
  },
} satisfies Record<string, MemberChange>;

export type MemberAction = keyof typeof changes;

/** An action, or a role to give. */
type MemberChangeRequest = { email: string } & ({ action: MemberAction } | { role: Role });

const changeOf = (request: MemberChangeRequest): MemberChange => {
  if ('action' in request) return changes[request.action];
  const { role } = request;
  return {
    call: (input) => api.setMemberRole({ ...input, p_role: role }),
    change: (member) => ({ ...member, role, is_admin: role === 'admin' }),
    done: `Role is ${roleTable[role].label}`,
    failed: 'The role was not changed',
  };
};

/** Changes a member optimistically; reverts it when the server refuses. */
export function useMemberChange() {
  const client = useQueryClient();
  const { tenant, user } = useOrganization();
  const { queryKey } = membersQuery();
  return useMutation({
    mutationFn: (request: MemberChangeRequest) =>
      changeOf(request).call({ p_tenant_id: tenant.tenant_id, p_email: request.email }),
    onMutate: async (request) => {
      const { email } = request;
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const { change } = changeOf(request);
      client.setQueryData(queryKey, (rows) =>
        rows?.flatMap((row) => (row.email === email ? (change(row) ?? []) : [row])),
      );
      return { before };
    },
    onSuccess: (_, request) => {
      const { email } = request;
      toast.success(changeOf(request).done, email);
      // Admins who give up their own role may no longer list the members.
      return client.invalidateQueries({
        queryKey: email === user.email ? profilesQuery().queryKey : queryKey,
      });
    },
    onError: (error, request, context) => {
      client.setQueryData(queryKey, context?.before);
      toast.error(changeOf(request).failed, messageOf(error));
      void client.invalidateQueries({ queryKey });
    },
  });
}
