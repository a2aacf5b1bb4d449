import type { CaseFile } from '@scout/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';

/** A change of a case, with toast titles for success and failure. */
interface Change<Input> {
  run: (input: Input) => Promise<CaseFile>;
  done: string;
  failed: string;
}

/** Changes a case; the page then shows the server's response. */
export function useCaseChange<Input>({ run, done, failed }: Change<Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (file) => {
      client.setQueryData(query.casesRead.queryKey({ input: { number: file.number } }), file);
      toast.success(done);
    },
    onError: (error) => toast.error(failed, messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['cases'] }),
  });
}
