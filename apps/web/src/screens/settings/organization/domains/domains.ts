import type { OrganizationDomain } from '@scout/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';

export function useDomains() {
  return useQuery(query.domains.queryOptions({ input: {} }));
}

interface Words {
  /** Titles of the toasts. */
  done: string;
  failed: string;
}

/** Changes the list of domains, then refetches it. */
function useDomainChange<Input, Answer extends { domain: string }>(
  call: (input: Input) => Promise<Answer>,
  { done, failed }: Words,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: ({ domain }) => toast.success(done, domain),
    onError: (error) => toast.error(failed, messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.domains.key() }),
  });
}

export const useAddDomain = () =>
  useDomainChange((domain: string) => api.domainsAdd({ domain }), {
    done: 'Domain added',
    failed: 'Add failed',
  });

export const useRemoveDomain = () =>
  useDomainChange((domain: string) => api.domainsRemove({ domain }), {
    done: 'Domain removed',
    failed: 'Remove failed',
  });

export const useAdmission = () =>
  useDomainChange((input: Pick<OrganizationDomain, 'domain' | 'admission'>) => api.domainsUpdate(input), {
    done: 'Domain updated',
    failed: 'Update failed',
  });

const verified: Words = { done: 'Domain verified', failed: 'Not verified' };

export const useDnsCheck = () =>
  useDomainChange((domain: string) => api.domainsCheckDns({ domain }), verified);

export const useCodeConfirmation = () =>
  useDomainChange((input: { domain: string; code: string }) => api.domainsConfirmCode(input), verified);
