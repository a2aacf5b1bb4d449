import { type Directory, limits } from '@scout/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';

/** Refetch intervals of the list during a sync, and otherwise. Milliseconds. */
const READING_MS = 2_000;
const WATCHING_MS = 15_000;

/** An agent that is offline leaves its directory due. */
const OVERDUE_MS = limits.directories.overdueMinutes * 60_000;

function isDue({ state, next_attempt_at }: Directory): boolean {
  const late = Date.now() - Date.parse(next_attempt_at);
  return state === 'reading' || (late >= 0 && late < OVERDUE_MS);
}

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
