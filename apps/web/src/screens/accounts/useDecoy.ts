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
    onSuccess: ({ account, decoy, in_register }) =>
      toast.success(
        decoy === null ? 'No longer a decoy' : 'Marked as a decoy',
        in_register ? account : `${account} left the register: nothing but the mark had it there.`,
      ),
    onError: (error) => toast.error('The account was not changed', messageOf(error)),
    onSettled: (marked) => {
      // An account that left the register has no page to load again.
      const isThere = marked?.in_register !== false;
      for (const changed of [query.accounts, query.accountsFacets, ...(isThere ? [query.accountsRead] : [])])
        void client.invalidateQueries({ queryKey: changed.key() });
    },
  });
}
