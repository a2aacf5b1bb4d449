import type { Tenant } from '@scout/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { api } from '../../session/current.ts';
import { tenantsQuery } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { toast } from '../../shell/toast.tsx';

type TenantChange = Partial<
  Pick<Tenant, 'receive_email_alerts' | 'alert_recipient_emails' | 'requires_second_factor' | 'time_zone'>
>;

interface Words {
  done: string;
  failed: string;
  /** Replaces the server's message. */
  failedText?: string;
}

/** Changes a setting of the organization optimistically; reverts it when the server refuses. */
export function useTenantChange() {
  const client = useQueryClient();
  const { queryKey } = tenantsQuery();
  return useMutation({
    mutationFn: ({ change }: { change: TenantChange; words: Words }) => api.tenantsUpdate(change),
    onMutate: async ({ change }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (rows) => rows?.map((row) => ({ ...row, ...change })));
      return { before };
    },
    onSuccess: (tenant, { words }) => {
      client.setQueryData(queryKey, [tenant]);
      void client.invalidateQueries({ queryKey: query.alertRecipients.key() });
      toast.success(words.done);
    },
    onError: (error, { words }, context) => {
      client.setQueryData(queryKey, context?.before);
      toast.error(words.failed, words.failedText ?? messageOf(error));
      void client.invalidateQueries({ queryKey });
    },
  });
}
