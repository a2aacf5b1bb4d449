import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { refreshOrganization } from '../../../../session/organization.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';

const options = () => query.organizationRetention.queryOptions({ input: {} });

export function useRetention() {
  return useQuery(options());
}

/** Changes retention or the legal hold; the answer is what applies then. */
function useChange<Input>(
  call: (input: Input) => ReturnType<typeof api.organizationRetention>,
  done: (input: Input) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (retention, input) => {
      client.setQueryData(options().queryKey, retention);
      toast.success(done(input));
      void client.invalidateQueries({ queryKey: query.auditLogs.key() });
      return refreshOrganization();
    },
    onError: (error) => toast.error('Update failed', messageOf(error)),
  });
}

export const useRetentionChange = () =>
  useChange(
    (retention_days: number) => api.organizationRetentionSet({ retention_days }),
    () => 'Retention updated',
  );

export const useHoldChange = () =>
  useChange(
    (input: { held: boolean; reason: string }) => api.organizationHold(input),
    ({ held }) => (held ? 'Legal hold set' : 'Legal hold lifted'),
  );
