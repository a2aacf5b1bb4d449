import type { AccountLanes, LaneFilter } from '@scout/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../../api/queryClient.ts';
import { timeZone } from '../../../../events/clock.ts';
import { query } from '../../../../session/queries.ts';

/** In addition to notices of new cases, for accounts' activity in the meantime. */
const REFRESH_MS = 15_000;

const inputOf = (only: LaneFilter | null) => ({ tz: timeZone, ...(only !== null && { only }) });

/** Asks for narrowed lanes before they are chosen: when the pointer or the focus reaches their filter. */
export const prepareLanes = (only: LaneFilter): void =>
  void queryClient.prefetchQuery(
    query.casesLanes.queryOptions({ input: inputOf(only), staleTime: REFRESH_MS }),
  );

/** Accounts with active cases, filtered by `only`. Not fetched before `enabled`. */
export function useLanes(only: LaneFilter | null, enabled: boolean): UseQueryResult<AccountLanes> {
  return useQuery(
    query.casesLanes.queryOptions({
      input: inputOf(only),
      enabled,
      refetchInterval: REFRESH_MS,
      placeholderData: (before) => before,
    }),
  );
}
