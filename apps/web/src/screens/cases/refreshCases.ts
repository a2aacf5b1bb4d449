import { queryClient } from '../../api/queryClient.ts';
import { query } from '../../session/queries.ts';

/** Refetches data of cases, exceptions and accounts. */
export function refreshCases(): void {
  for (const queryKey of [
    ['cases'],
    query.cases.key(),
    query.casesRead.key(),
    query.casesFacets.key(),
    query.casesLanes.key(),
    query.exceptions.key(),
    query.accountsRead.key(),
    query.figuresRiskVerdicts.key(),
  ])
    void queryClient.invalidateQueries({ queryKey });
}
