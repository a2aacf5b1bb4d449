import type { AgentUpgrade } from '@scout/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { query } from '../../../../session/current.ts';
import { toast } from '../../../../shell/toast.tsx';

const refreshMs = 10_000;

/** How the agents get to the newest release, asked for again while the page is looked at. */
export const useUpgrade = () =>
  useQuery(query.agentUpgrade.queryOptions({ input: {}, refetchInterval: refreshMs }));

/** A decision of an admin: shown when the server has it. */
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
