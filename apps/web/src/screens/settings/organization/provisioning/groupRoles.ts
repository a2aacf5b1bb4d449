import type { GroupRole } from '@scout/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';

export function useGroupRoles() {
  return useQuery(query.groupRoles.queryOptions({ input: {} }));
}

/** Changes the table, then refetches it with the members whose roles follow. */
function useGroupRoleChange<Input extends { group: string }>(
  call: (input: Input) => Promise<unknown>,
  { done, failed }: { done: string; failed: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (_answer, { group }) => toast.success(done, group),
    onError: (error) => toast.error(failed, messageOf(error)),
    onSettled: () =>
      Promise.all(
        [query.groupRoles, query.members].map((each) => client.invalidateQueries({ queryKey: each.key() })),
      ),
  });
}

export const useAddGroupRole = () =>
  useGroupRoleChange((input: Pick<GroupRole, 'group' | 'role'>) => api.groupRolesAdd(input), {
    done: 'Role added',
    failed: 'Add failed',
  });

export const useRemoveGroupRole = () =>
  useGroupRoleChange((input: Pick<GroupRole, 'group'>) => api.groupRolesRemove(input), {
    done: 'Role removed',
    failed: 'Remove failed',
  });
