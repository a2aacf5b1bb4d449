import type { AgentUpgrade } from '@scout/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';

const refreshMs = 10_000;

/** The state of the upgrade, refetched while the page is visible. */
export const useUpgrade = () =>
  useQuery(query.agentUpgrade.queryOptions({ input: {}, refetchInterval: refreshMs }));

/** An admin's action; its result is shown once the server has confirmed it. */
export function useUpgradeChange<Input>(
  change: (input: Input) => Promise<AgentUpgrade>,
  words: { done: string; failed: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (upgrade) => {
      client.setQueryData(query.agentUpgrade.queryKey({ input: {} }), upgrade);
      toast.success(words.done);
    },
    onError: (error) => {
      toast.error(words.failed, messageOf(error));
      void client.invalidateQueries({ queryKey: query.agentUpgrade.key() });
    },
  });
}
