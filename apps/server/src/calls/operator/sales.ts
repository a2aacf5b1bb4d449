import { contract } from '@scout/contract';
import { listDemoRequests, listMailingList } from '../../queries/operator/sales.ts';
import { implementCall } from '../implementCall.ts';

export const operatorDemoRequestsList = implementCall(
  contract.operatorDemoRequestsList,
  ({ suspected, ...page }, { app }) =>
    listDemoRequests(app.pool, { ...page, suspected: suspected === 'true' }),
);

export const operatorMailingList = implementCall(contract.operatorMailingList, (page, { app }) =>
  listMailingList(app.pool, page),
);
