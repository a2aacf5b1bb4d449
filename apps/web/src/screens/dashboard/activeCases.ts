import { type CaseRow, limits } from '@scout/contract';
import { useQuery } from '@tanstack/react-query';
import { useFeed } from '../../events/FeedProvider.tsx';
import { query } from '../../session/queries.ts';

const REFRESH_MS = 60_000;

/** The active cases of the organization, most severe first; undefined while they are unknown, none when they cannot be loaded. */
export function useActiveCases(): readonly CaseRow[] | undefined {
  const { tenantId } = useFeed();
  const { data, isError } = useQuery(
    query.cases.queryOptions({
      enabled: tenantId !== null,
      input: { status: 'active', limit: limits.cases.pageRowsMax },
      refetchInterval: REFRESH_MS,
    }),
  );
  return data?.cases ?? (isError ? NONE : undefined);
}

const NONE: readonly CaseRow[] = [];
