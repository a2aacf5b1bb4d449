import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';

/** Interval between requests while the page is open. */
const refreshMs = 15_000;

export const useGroups = () =>
  useQuery(query.agentGroups.queryOptions({ input: {}, refetchInterval: refreshMs }));

export const useGroup = (group_id: string) =>
  useQuery(query.agentGroupRead.queryOptions({ input: { group_id }, refetchInterval: refreshMs }));

/** An admin's change of groups; lists and details follow once the server has confirmed it. */
export function useGroupChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  words: { done: string; failed: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast.success(words.done),
    onError: (error) => toast.error(words.failed, messageOf(error)),
    onSettled: () =>
      Promise.all(
        [query.agentGroups.key(), query.agentGroupRead.key(), query.agents.key()].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
