import type { AccountLanes, LaneFilter } from '@scout/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { timeZone } from '../../../../events/clock.ts';
import { query } from '../../../../session/queries.ts';

/** Beside the notice of new cases, for what accounts did in the meantime. */
const REFRESH_MS = 15_000;

/** Accounts with active cases; `only` narrows them. Not asked for before `enabled`. */
export function useLanes(only: LaneFilter | null, enabled: boolean): UseQueryResult<AccountLanes> {
  return useQuery(
    query.casesLanes.queryOptions({
      input: { tz: timeZone, ...(only !== null && { only }) },
      enabled,
      refetchInterval: REFRESH_MS,
      placeholderData: (before) => before,
    }),
  );
}
