import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf, messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';

export const ssoKey = () => query.sso.key();

export function useSso() {
  return useQuery(query.sso.queryOptions({ input: {} }));
}

/** Sets a provider up by one of the calls for it, then refetches. `wrong`: the message for a wrong password. */
export function useSsoSetUp<Input>(call: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  const [wrong, setWrong] = useState<string>();
  const create = useMutation({
    mutationFn: call,
    // The input has the secret and the password.
    gcTime: 0,
    onSuccess: () => toast.success('Single sign-on set up', 'Test it now.'),
    onError: (error) => {
      if (codeOf(error) === 'wrong_password') setWrong(messageOf(error));
      else toast.error('Single sign-on was not set up', messageOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ssoKey() }),
  });
  return { create, wrong, forgetWrong: () => setWrong(undefined) };
}

/** Changes single sign-on, then refetches it. */
export function useSsoChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Parameters<typeof api.ssoUpdate>[0]) => api.ssoUpdate(change),
    // The change may have the secret.
    gcTime: 0,
    onSuccess: () => toast.success('Single sign-on updated'),
    onError: (error) => toast.error('Update failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ssoKey() }),
  });
}

/** Leaves for the provider, which sends the browser back to the settings; its problems are shown here. */
export function useSsoTest() {
  return useMutation({
    mutationFn: () => api.ssoTest({}),
    onSuccess: ({ url, problems }) => {
      if (url !== null) window.location.assign(url);
      else toast.error('The test failed', problems.join(' '));
    },
    onError: (error) => toast.error('The test failed', messageOf(error)),
  });
}
