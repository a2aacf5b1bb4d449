import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../session/queries.ts';
import type { Narrowing } from './narrowing.ts';

const REFRESH_MS = 15_000;

/** Activity of the accounts of a case around it, narrowed to names; the same question is asked once. */
export function useActivity(number: number, names: Narrowing['names'] = {}) {
  return useQuery(
    query.casesActivity.queryOptions({
      input: { number, ...names },
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
}
