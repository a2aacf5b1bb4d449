import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../session/queries.ts';
import type { Narrowing } from './narrowing.ts';

const REFRESH_MS = 15_000;

/** Activity of a case's accounts around it, filtered by names; identical requests are shared. */
export function useActivity(number: number, names: Narrowing['names'] = {}) {
  return useQuery(
    query.casesActivity.queryOptions({
      input: { number, ...names },
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
}
