import type { Directory } from '@scout/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';

/** Refetch intervals of the list during a sync, and otherwise. Milliseconds. */
const READING_MS = 2_000;
const WATCHING_MS = 15_000;

const isDue = ({ state, next_attempt_at }: Directory) =>
  state === 'reading' || Date.parse(next_attempt_at) <= Date.now();

export const useDirectories = () =>
  useQuery({
    ...query.directories.queryOptions({ input: {} }),
    refetchInterval: ({ state }) => (state.data?.some(isDue) ? READING_MS : WATCHING_MS),
  });

/** Requests a sync of every entry now. */
export function useSync() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { directory_id: string }) => api.directoriesSync(input),
    onSuccess: () => toast.success('Sync started'),
    onError: (error) => toast.error('Sync failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.directories.key() }),
  });
}
