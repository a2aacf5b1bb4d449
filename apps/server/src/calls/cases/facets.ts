import { contract } from '@scout/contract';
import { readCaseFacets } from '../../queries/cases/caseFacets.ts';
import { implementCall } from '../implementCall.ts';

export const casesFacets = implementCall(contract.casesFacets, (query, { app, tx, member }) =>
  readCaseFacets(tx, member.tenantId, query, app.clock.now()),
);
