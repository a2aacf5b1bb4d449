import { declareCall } from '../../call.ts';
import { caseFacets } from '../../entities/caseFacets.ts';
import { z } from '../../zod.ts';
import { caseNarrowing, openedFault, opensInOrder } from './cases.ts';

/**
 * Counts of cases by value and by day, each within what the other filters leave: the counts of severities are those of all
 * severities.
 */
export const casesFacets = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/case-facets',
  summary: 'Counts of cases by value and by day',
  tag: 'Cases',
  input: z.object(caseNarrowing).refine(opensInOrder, openedFault),
  output: caseFacets,
});
