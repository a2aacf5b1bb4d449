import type { AccountContractState } from '@scout/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { codeOf, messageOf } from '../../../api/error.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';

/** A change of a contract, with toast titles for success and failure. */
interface Change<Input> {
  account: string;
  run: (input: Input) => Promise<AccountContractState>;
  done: string;
  failed: string;
}

/** Changes a contract; the page then shows the server's response, or the newer state after a conflict. */
export function useContractChange<Input>({ account, run, done, failed }: Change<Input>) {
  const client = useQueryClient();
  const queryKey = query.accountContractRead.queryKey({ input: { account } });
  return useMutation({
    mutationFn: run,
    onSuccess: (state) => {
      client.setQueryData(queryKey, state);
      toast.success(done);
    },
    onError: (error) => {
      toast.error(failed, messageOf(error));
      if (codeOf(error) === 'contract_changed') void client.invalidateQueries({ queryKey });
    },
  });
}
