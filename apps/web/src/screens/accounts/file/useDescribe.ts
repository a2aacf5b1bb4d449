import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';

/** Sets owner, purpose or both of an account. */
export function useDescribe(account: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { owner?: string; purpose?: string }) => api.accountsUpdate({ account, ...change }),
    onSuccess: (changed) => {
      client.setQueryData(query.accountsRead.queryKey({ input: { account } }), changed);
      toast.success('Account saved');
    },
    onError: (error) => toast.error('The account was not saved', messageOf(error)),
    onSettled: () => {
      for (const changed of [query.accounts, query.accountsFacets, query.accountsRead])
        void client.invalidateQueries({ queryKey: changed.key() });
    },
  });
}
