import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { api } from '../../session/current.ts';
import { query } from '../../session/queries.ts';
import { toast } from '../../shell/toast.tsx';

/** Marks an account as a decoy, or ends that. */
export function useDecoy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { account: string; is_decoy: boolean }) => api.accountsDecoy(change),
    onSuccess: ({ account, decoy }) =>
      toast.success(decoy === null ? 'No longer a decoy' : 'Marked as a decoy', account),
    onError: (error) => toast.error('The account was not changed', messageOf(error)),
    onSettled: () => {
      for (const changed of [query.accounts, query.accountsFacets, query.accountsRead])
        void client.invalidateQueries({ queryKey: changed.key() });
    },
  });
}
