import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { readCaseFacets } from '../sql/caseFacets.ts';

export const casesFacets = implementCall(contract.casesFacets, (query, { app, tx, member }) =>
  readCaseFacets(tx, member.tenantId, query, app.clock.now()),
);
